/** What is free, on machines and in containers that this one is not: from files as those have them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readMachineMemory } from "./machine-memory.ts";

const KB = 1_024;
const GB = 1_000_000_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ao-machine-"));
  write("proc/meminfo", "MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n");
  write("proc/loadavg", "0.50 0.40 0.30 2/616 12345\n");
  write("proc/sys/kernel/pid_max", "32768\n");
  write("proc/sys/kernel/threads-max", "20000\n");
});
afterEach(() => rmSync(folder, { recursive: true }));
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
const read = () => readMachineMemory(join(folder, "proc"));
const onLinux = describe.skipIf(process.platform !== "linux");

onLinux("a machine without limits of its own", () => {
  test("has what the system could give without swapping", () => {
    expect(read()).toEqual({
      freeBytes: 8_000_000 * KB,
      totalBytes: 16_000_000 * KB,
      pressure: null,
      processes: { count: 616, max: 20_000 },
    });
  });

  test("says how hard programs wait for memory", () => {
    write(
      "proc/pressure/memory",
      "some avg10=21.50 avg60=3.00 avg300=1.00 total=5\nfull avg10=5.25 avg60=1.00 avg300=0.00 total=2\n",
    );
    expect(read().pressure).toEqual({ some: 21.5, full: 5.25 });
  });
});

onLinux("in a container", () => {
  const enter = (version: 1 | 2) => {
    const sys = join(folder, "sys");
    write("proc/self/cgroup", version === 2 ? "0::/box/daemon\n" : "4:memory:/box/daemon\n8:pids:/box/daemon\n");
    write(
      "proc/self/mountinfo",
      version === 2
        ? `30 23 0:28 / ${sys} rw - cgroup2 cgroup2 rw\n`
        : `30 23 0:28 / ${sys} rw - cgroup cgroup rw,memory\n31 23 0:29 / ${sys} rw - cgroup cgroup rw,pids\n`,
    );
    write("sys/box/daemon/cgroup.controllers", "memory pids\n");
  };

  test("its limit counts, less what it uses; files that would be dropped are free", () => {
    enter(2);
    write("sys/box/memory.max", String(2 * GB));
    write("sys/box/memory.high", "max");
    write("sys/box/memory.current", String(1.5 * GB));
    write("sys/box/memory.stat", `anon 5\ninactive_file ${0.4 * GB}\nactive_file 7\n`);
    write("sys/box/daemon/memory.max", "max");
    expect(read()).toMatchObject({ freeBytes: 0.9 * GB, totalBytes: 2 * GB });
  });

  test("the limit above which it is slowed down counts as well, and nothing is less than nothing", () => {
    enter(2);
    write("sys/box/daemon/memory.max", "max");
    write("sys/box/daemon/memory.high", String(GB));
    write("sys/box/daemon/memory.current", String(1.1 * GB));
    expect(read()).toMatchObject({ freeBytes: 0, totalBytes: GB });
  });

  test("of version 1, where a huge number means none", () => {
    enter(1);
    write("sys/box/memory.limit_in_bytes", String(3 * GB));
    write("sys/box/memory.usage_in_bytes", String(GB));
    write("sys/box/memory.stat", `inactive_file 1\ntotal_inactive_file ${0.5 * GB}\n`);
    write("sys/box/daemon/memory.limit_in_bytes", "9223372036854771712");
    expect(read()).toMatchObject({ freeBytes: 2.5 * GB, totalBytes: 3 * GB });
  });

  test("the machine counts where it has less than the limit says", () => {
    enter(2);
    write("sys/box/memory.max", String(12 * GB));
    write("sys/box/memory.current", "0");
    expect(read().freeBytes).toBe(8_000_000 * KB);
  });

  test("its own pressure and its own processes count", () => {
    enter(2);
    write("sys/box/daemon/memory.pressure", "some avg10=40.00 avg60=0\nfull avg10=1.00 avg60=0\n");
    write("proc/pressure/memory", "some avg10=2.00 avg60=0\nfull avg10=2.00 avg60=0\n");
    write("sys/box/pids.max", "100\n");
    write("sys/box/pids.current", "95\n");
    write("sys/box/daemon/pids.max", "max\n");
    expect(read()).toMatchObject({ pressure: { some: 40, full: 2 }, processes: { count: 95, max: 100 } });
  });
});

test("this machine has some", () => {
  const { freeBytes, totalBytes } = readMachineMemory();
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});
