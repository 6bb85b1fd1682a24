/** Means that this machine may not have: what would be run and written, on folders and programs that stand in for them. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runProgram } from "../run.ts";
import { watchedOnly, type Ceiling } from "./ceiling.ts";
import { createCgroupCeilings, openCgroupPlace } from "./cgroup-ceilings.ts";
import { findCeilings } from "./find-ceilings.ts";
import { findOwnCgroups, listLevels } from "./own-cgroups.ts";
import { createScopeCeilings } from "./scope-ceilings.ts";

const ceiling: Ceiling = { memoryBytes: 4_000_000_000, processes: 512 };
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "ao-ceiling-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const read = (path: string): string => readFileSync(join(folder, path), "utf8");

/** What a holder would write into `cut` after a program that ended with this code. */
async function cutAfter(script: string, code = 137): Promise<string> {
  const args = ["-c", `IFS=x; __ao_code=${code}; __ao_cut=\n${script}\nprintf %s "$__ao_cut"`];
  return (await runProgram({ program: "/bin/sh", args, timeoutMs: 10_000 })).stdout;
}

describe("cgroup v2", () => {
  const means = () => createCgroupCeilings({ version: 2, memory: folder, pids: folder });

  test("is told the limits, to end all at once, and to swap nothing", () => {
    write("ao-1/memory.swap.max", "9");
    write("ao-1/memory.oom.group", "0");
    const argv = means().wrap("ao-1", ceiling, ["/bin/true", "x"]);
    const files = ["memory.max", "pids.max", "memory.swap.max", "memory.oom.group"];
    expect(files.map((name) => read(`ao-1/${name}`))).toEqual(["4000000000", "512", "0", "1"]);
    expect([argv[0], argv.slice(-2)]).toEqual(["/bin/sh", ["/bin/true", "x"]]);
  });

  test("the program joins before it becomes itself, with its own words, input and exit code", async () => {
    const [program, ...args] = means().wrap("ao-1", ceiling, [
      "/bin/sh",
      "-c",
      'cat; echo "$1" $$; exit 9',
      "sh",
      "a  b",
    ]);
    const ended = await runProgram({ program, args, input: "in\n", timeoutMs: 10_000, env: {} });
    expect(ended).toMatchObject({ ok: true, code: 9, stdout: expect.stringMatching(/^in\na {2}b \d+\n$/), stderr: "" });
    expect(read("ao-1/cgroup.procs")).toBe("0");
  });

  test.for<[string, string, string, string]>([
    ["nothing happened", "low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n", "max 0\n", ""],
    ["it was at its ceiling", "max 9\noom 2\noom_kill 1\noom_group_kill 1\n", "max 0\n", "memory_limit 4000000000"],
    ["others had taken all", "max 0\noom 0\noom_kill 1\n", "max 0\n", "out_of_memory 4000000000"],
    ["forks were refused", "oom 0\noom_kill 0\n", "max 12\n", "process_limit 512"],
  ])("%s", async ([, events, forks, cut]) => {
    write("ao-1/memory.events", events);
    write("ao-1/pids.events", forks);
    expect(await cutAfter(means().breachScript("ao-1", ceiling))).toBe(cut);
    expect((await means().findBreach("ao-1", ceiling)) ?? "").toBe(cut.split(" ")[0]);
  });

  test("a group that is gone tells nothing", async () => {
    expect(await cutAfter(means().breachScript("ao-1", ceiling))).toBe("");
    expect(await means().findBreach("ao-1", ceiling)).toBeNull();
  });

  test("only groups of this home are swept", () => {
    for (const name of ["ao-1-a", "ao-1-b", "ao-2-a"]) mkdirSync(join(folder, name));
    means().sweep("ao-1-");
    expect(["ao-1-a", "ao-1-b", "ao-2-a"].map((name) => existsSync(join(folder, name)))).toEqual([false, false, true]);
  });

  test("controllers are switched on where nobody is in the way", () => {
    write("cgroup.subtree_control", "cpu");
    const own = { version: 2, folder, top: folder } as const;
    expect(openCgroupPlace({ memory: own, pids: own }, false)).toEqual({
      ok: true,
      place: { version: 2, memory: folder, pids: folder },
    });
    expect(read("cgroup.subtree_control")).toBe("+memory +pids");
  });

  test("a refusal of the system is told in words", () => {
    const own = { version: 2, folder: join(folder, "absent"), top: folder } as const;
    const opened = openCgroupPlace({ memory: own, pids: own }, false);
    expect(opened).toEqual({ ok: false, why: `${folder}/absent cannot be used: it is not there` });
  });

  test("a daemon that stepped aside finds the place again", () => {
    write("cgroup.subtree_control", "cpu memory pids");
    const own = { version: 2, folder: join(folder, "ao-daemon"), top: folder } as const;
    expect(openCgroupPlace({ memory: own, pids: own }, false)).toMatchObject({ place: { memory: folder } });
  });
});

describe("where we stand", () => {
  const find = (own: string, mounts: string) => {
    write("proc/self/cgroup", own);
    write("proc/self/mountinfo", mounts.replaceAll("SYS", join(folder, "sys")));
    return findOwnCgroups(join(folder, "proc"));
  };
  const unified = "30 23 0:28 / SYS rw,nosuid - cgroup2 cgroup2 rw\n";

  test("in one hierarchy for everything", () => {
    write("sys/user.slice/app.scope/cgroup.controllers", "cpu memory pids\n");
    const { memory, pids } = find("0::/user.slice/app.scope\n", unified);
    expect(memory).toEqual({ version: 2, folder: join(folder, "sys/user.slice/app.scope"), top: join(folder, "sys") });
    expect(pids).toEqual(memory);
    expect(memory === null ? [] : listLevels(memory)).toEqual(
      ["sys/user.slice/app.scope", "sys/user.slice", "sys"].map((path) => join(folder, path)),
    );
  });

  test("without the controllers there is nothing to use", () => {
    write("sys/user.slice/cgroup.controllers", "cpu\n");
    expect(find("0::/user.slice\n", unified)).toEqual({ memory: null, pids: null });
  });

  test("in hierarchies of their own, beside an empty one", () => {
    mkdirSync(join(folder, "sys/memory/box"), { recursive: true });
    mkdirSync(join(folder, "sys/pids"), { recursive: true });
    const mounts =
      "33 31 0:30 / SYS/pids rw - cgroup cgroup rw,pids\n34 31 0:31 / SYS/memory rw - cgroup cgroup rw,memory\n" +
      "35 31 0:32 / SYS/unified rw - cgroup2 cgroup2 rw\n";
    expect(find("8:pids:/\n4:cpu,memory:/box\n0::/\n", mounts)).toEqual({
      memory: { version: 1, folder: join(folder, "sys/memory/box"), top: join(folder, "sys/memory") },
      pids: { version: 1, folder: join(folder, "sys/pids"), top: join(folder, "sys/pids") },
    });
  });

  test("in a container that sees its own part only", () => {
    write("sys/cgroup.controllers", "memory pids\n");
    write("sys/cgroup.procs", "1\n");
    const mounts = "30 23 0:28 /docker/abc SYS ro - cgroup2 cgroup2 rw\n";
    expect(find("0::/docker/abc\n", mounts).memory).toEqual({
      version: 2,
      folder: join(folder, "sys"),
      top: join(folder, "sys"),
    });
    expect(find("0::/../elsewhere\n", mounts).memory?.folder).toBe(join(folder, "sys"));
  });
});

describe("systemd", () => {
  const program = (name: string, text: string): string => {
    write(name, `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  const scopes = (said = "") =>
    createScopeCeilings({
      systemdRun: program(
        "systemd-run",
        'echo "$XDG_RUNTIME_DIR $@" >&2; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
      ),
      systemctl: program("systemctl", `printf '${said}'`),
      runtimeDir: "/run/user/7",
    });

  test("runs the program in a scope of its own, with the environment that it was given", async () => {
    const argv = scopes().wrap("ao-1", ceiling, ["/bin/sh", "-c", 'echo "${XDG_RUNTIME_DIR-none}"; exit 4']);
    const [outer, ...args] = argv;
    const ended = await runProgram({ program: outer, args, env: { PATH: "/usr/bin:/bin" }, timeoutMs: 10_000 });
    expect(ended).toMatchObject({ ok: true, code: 4, stdout: "none\n" });
    expect(ended.stderr).toMatch(
      /^\/run\/user\/7 --user --scope --quiet --unit=ao-1\.scope -p MemoryMax=4000000000 -p MemorySwapMax=0 -p TasksMax=512 -p OOMPolicy=kill -- /,
    );
  });

  test.for<[string, string, number, string]>([
    ["ended for want of memory", "Result=oom-kill\\nActiveState=failed\\n", 137, "memory_limit 4000000000"],
    ["killed by somebody", "Result=success\\nActiveState=inactive\\n", 137, ""],
    ["ended by itself", "Result=oom-kill\\n", 3, ""],
  ])("%s", async ([, said, code, cut]) => {
    expect(await cutAfter(scopes(said).breachScript("ao-1", ceiling), code)).toBe(cut);
  });

  test("tells whoever waits for the program", async () => {
    expect(await scopes("oom-kill").findBreach("ao-1", ceiling)).toBe("memory_limit");
    expect(await scopes("success").findBreach("ao-1", ceiling)).toBeNull();
  });
});

test.runIf(process.platform === "linux").for([
  ["cgroup v2", () => createCgroupCeilings({ version: 2, memory: folder, pids: folder })],
  ["watched", () => watchedOnly],
] as const)("when the machine is out of memory, the kernel ends a program by %s before us", async ([, means]) => {
  const ownScore = Number(readFileSync("/proc/self/oom_score_adj", "utf8"));
  const [program, ...args] = means().wrap("ao-1", ceiling, ["/bin/cat", "/proc/self/oom_score_adj"]);
  const ended = await runProgram({ program, args, env: { IFS: "x" }, timeoutMs: 10_000 });
  expect(ended).toMatchObject({ ok: true, code: 0, stderr: "" });
  expect(Number(ended.stdout)).toBe(Math.min(1_000, ownScore + 500));
});

test("what is found was tried for real, and can be refused", async () => {
  const { means, passedOver } = await findCeilings({ env: process.env, mayMove: false });
  expect(means.name === "watched" ? passedOver.length : 1).toBeGreaterThan(0);
  const watched = await findCeilings({ env: { ...process.env, AO_CEILINGS: "watched" }, mayMove: false });
  expect(watched.means.name).toBe("watched");
});
