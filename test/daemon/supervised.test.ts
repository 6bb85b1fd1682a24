/** The daemon as people get it: started by a command, kept up by its supervisor, outside of any terminal. */
import { createServer, type AddressInfo } from "node:net";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findSupervisors } from "../../src/cli/daemon/find-supervisors.ts";
import { resolveHome } from "../../src/config/home.ts";
import { runProgram } from "../../src/lib/run.ts";
import { Ao, isAlive } from "../fixtures/ao-cli.ts";
import { aDaemon } from "../fixtures/daemon-process.ts";
import { aRepository, git } from "../fixtures/git-repository.ts";
import { program } from "../fixtures/programs.ts";

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const isLinux = existsSync("/proc/self/stat");

test.runIf(isLinux)("start, use, kill -9, comeback, stop: one daemon all along", async () => {
  const ao = new Ao();
  const repository = aRepository({ name: "my app" });
  const started = await ao.run(repository, "start", "--no-open", "--json");
  expect(started.code, started.stderr).toBe(0);
  const answer = JSON.parse(started.stdout) as {
    url: string;
    started: boolean;
    projects: { id: string; wrote: string }[];
  };
  expect(answer).toMatchObject({ started: true, projects: [{ id: "my-app", path: repository }] });
  expect(answer.projects[0]?.wrote).toBe(join(repository, "agent-orchestrator.yaml"));
  const first = ao.place();
  if (first === null) throw new Error("no daemon");

  const again = await ao.run(repository, "start", "--no-open", "--json");
  expect(JSON.parse(again.stdout)).toMatchObject({ started: false, projects: [{ id: "my-app", wrote: null }] });

  // Neither is in the session of the terminal that started it, and a hang-up reaches them in vain.
  const supervisor = ao.supervisorOf(first.pid);
  for (const pid of [supervisor, first.pid]) {
    expect(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[3]).toBe(String(pid));
    process.kill(pid, "SIGHUP");
  }
  expect((await ao.run(repository, "list", "--json")).code).toBe(0);
  expect(ao.place()?.pid).toBe(first.pid);

  process.kill(first.pid, "SIGKILL");
  await soon(() => expect(ao.place()?.pid).not.toBe(first.pid));
  const second = ao.place();
  if (second === null) throw new Error("no daemon came back");
  expect(second.port).toBe(first.port);
  expect(ao.supervisorOf(second.pid)).toBe(supervisor);
  expect(ao.log()).toContain("the daemon died; it is started again");

  expect(await ao.run(repository, "stop")).toMatchObject({ code: 0, stdout: "stopped\n" });
  expect(ao.place()).toBeNull();
  await soon(() => expect([supervisor, second.pid].some(isAlive)).toBe(false));
  expect((await ao.run(repository, "stop")).stdout).toBe("not running\n");
});

test.runIf(isLinux)("a daemon whose supervisor was killed while it came up gets a new one", async () => {
  const ao = new Ao();
  const dead = await runProgram({ program: "/bin/sh", args: ["-c", "echo $$"], env: {}, timeoutMs: 20_000 });
  // Its parent is not who the variable names, as after the death of that one.
  const daemon = aDaemon(ao.home, { env: { AO_SUPERVISOR: dead.stdout.trim() } });
  await daemon.up();
  const home = resolveHome({ AO_HOME: ao.home });
  writeFileSync(home.daemonProgram, JSON.stringify({ argv: [process.execPath, program("daemon")] }));
  await vi.waitFor(async () => expect(await findSupervisors(home)).toHaveLength(1), 20_000);
  daemon.kill("SIGKILL");
  await soon(() => expect(ao.place()?.pid).not.toBe(daemon.pid));
  await ao.run(ao.home, "stop");
  await vi.waitFor(async () => expect(await findSupervisors(home)).toEqual([]), 20_000);
});

test.runIf(isLinux)(
  "a verb that needs the daemon starts it, and a changed file is obeyed without a restart",
  async () => {
    const ao = new Ao();
    const repository = aRepository();
    expect(await ao.run(repository, "init")).toMatchObject({ code: 0 });
    expect(ao.place()).toBeNull();
    expect((await ao.run(repository, "init")).stdout).toContain("kept");
    const listed = await ao.run(repository, "api", "GET", "/projects");
    expect(listed.code, listed.stderr).toBe(0);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: "app", autonomy: "fix", problems: [] }]);

    const file = join(repository, "agent-orchestrator.yaml");
    const projects = async () => JSON.parse((await ao.run(repository, "api", "GET", "/projects")).stdout) as unknown;
    writeFileSync(file, "autonomy: propose\n");
    await vi.waitFor(
      async () => expect(await projects()).toMatchObject([{ autonomy: "propose", problems: [] }]),
      20_000,
    );
    writeFileSync(file, "autonmy: land\n");
    await vi.waitFor(
      async () =>
        expect(await projects()).toMatchObject([{ autonomy: "propose", problems: [{ severity: "error", line: 1 }] }]),
      20_000,
    );
    const doctor = await ao.run(repository, "doctor");
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("did you mean `autonomy`");
    await ao.run(repository, "stop");
  },
);

test.runIf(isLinux)(
  "a port given by hand that is taken: exit 1 with the program that holds it, and nothing runs",
  async () => {
    const ao = new Ao();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const refused = await ao.run(aRepository(), "start", "--no-open", "--port", String(port));
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`port ${port} is taken by`);
    expect(refused.stderr).toContain(`(process ${process.pid})`);
    expect(ao.place()).toBeNull();
  },
);

test("what is no repository is refused with the commands that make it one; nothing is started", async () => {
  const ao = new Ao();
  const folder = join(aRepository(), "..");
  const refused = await ao.run(folder, "start", "--no-open");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("is not in a git repository; nothing was started");
  expect(refused.stderr).toContain("git -C");
  expect(ao.place()).toBeNull();
});

test.runIf(isLinux)("a URL is cloned beside us; its settings hold only when a person accepts them", async () => {
  const ao = new Ao();
  const origin = aRepository({
    files: { "agent-orchestrator.yaml": "projects: { app: { checks: { test: ./run } } }\n" },
  });
  const here = join(origin, "..", "clones");
  git(origin, "init", "--quiet", here);
  const url = `file://${origin}`;
  // The second time it is there already, and still nobody has accepted anything.
  for (const attempt of ["first", "second"]) {
    const refused = await ao.run(here, "start", "--no-open", url);
    expect(refused.code, attempt).toBe(1);
    expect(refused.stderr).toContain("checks.test: ./run");
    expect(refused.stderr).toContain("were not accepted");
  }
  const accepted = await ao.run(here, "start", "--no-open", "--json", "--yes", url);
  expect(accepted.code, accepted.stderr).toBe(0);
  expect(JSON.parse(accepted.stdout)).toMatchObject({ projects: [{ path: join(here, "app"), waiting: null }] });
  await ao.run(here, "stop");
});
