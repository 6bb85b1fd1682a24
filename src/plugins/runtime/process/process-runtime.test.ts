/** What the contract leaves open: turns cut off while they began, holders that die, output without end. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionId, turnId, type TurnId } from "../../../domain/model/ids.ts";
import { openProcessTable } from "../../../lib/process/process-table.ts";
import { launch as launchProgram } from "../../../lib/run.ts";
import type { Confinement, Sandbox } from "../../../lib/sandbox/confinement.ts";
import type { TurnConfinement } from "../../../slots/confinement.ts";
import type { ConfinedLaunch, RuntimePlugin } from "../../../slots/runtime.ts";
import { aFolder, lives, until } from "../../../../test/fixtures/real-turns.ts";
import type { HeldTurnsOptions } from "../shared/held-turns.ts";
import type { TurnHost } from "../shared/turn-host.ts";
import { createProcessRuntime } from "./process-runtime.ts";

const turn = turnId("turn-1");
const nobody: TurnHost = {
  start: () => Promise.reject(new Error("no host is needed here")),
  write: () => Promise.reject(new Error("no host is needed here")),
};
let home: string;
let runtime: RuntimePlugin;

beforeEach(() => {
  home = aFolder();
  runtime = aRuntime();
});
afterEach(async () => {
  await runtime.signal(turn, "kill");
  rmSync(home, { recursive: true, force: true });
});

const aRuntime = (more: Pick<HeldTurnsOptions, "outputBytesMax" | "findSandbox" | "processes"> = {}): RuntimePlugin =>
  createProcessRuntime({ home, host: nobody, graceMs: 300, ...more });
const fileOf = (name: string): string => join(home, "turns", turn, name);
const read = (name: string): string => readFileSync(fileOf(name), "utf8");
const a = (lines: string, more: Partial<ConfinedLaunch> = {}): ConfinedLaunch => ({
  confinement: null,
  turn,
  session: sessionId("shop-1"),
  cwd: home,
  argv: ["/bin/sh", "-c", lines],
  env: { PATH: "/usr/bin:/bin" },
  stdin: "",
  takesFrames: false,
  hasScreen: false,
  ...more,
});
const look = async (of: TurnId = turn) => {
  const sight = await runtime.look(of);
  return sight.ok ? sight.value : sight.error;
};
const ended = () => until(async () => "kind" in (await look()) && existsSync(fileOf("exit")), "the turn ends");
const holder = (): number => Number(read("started").split(" ")[0]);

test("a turn's stdin is the launch's, and ends there", async () => {
  await runtime.start(a("cat", { stdin: "Fix the login.\nThen stop." }));
  await ended();
  expect(read("out")).toBe("Fix the login.\nThen stop.");
  expect(read("in")).toBe("Fix the login.\nThen stop.");
});

test("stdout and stderr are kept apart", async () => {
  await runtime.start(a("echo one; echo two >&2"));
  await ended();
  expect([read("out"), read("err")]).toEqual(["one\n", "two\n"]);
});

test("the environment is nowhere to be seen: on no command line, and in no file once the program runs", async () => {
  const secret = "hunter2-very-secret";
  await runtime.start(a("echo ready; exec sleep 300", { env: { PATH: "/usr/bin:/bin", TOKEN: secret } }));
  await until(() => read("out") === "ready\n", "it runs");
  const files = readdirSync(join(home, "turns", turn));
  expect(files.filter((name) => read(name).includes(secret))).toEqual([]);
  expect(files.toSorted()).toEqual(["err", "exit.new", "in", "launch.json", "out", "started"]);
  const arguments_ = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandLine(name).includes(secret));
  expect(arguments_).toEqual([]);
});

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch (error) {
    return error instanceof Error ? "" : String(error);
  }
}

test("only the owner may read what a turn says; the program's own files are as its user wants them", async () => {
  await runtime.start(a("echo x > made; umask"));
  await ended();
  const modes = ["in", "out", "err", "started", "exit", "launch.json"].map(
    (name) => statSync(fileOf(name)).mode & 0o777,
  );
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(join(home, "turns", turn)).mode & 0o777).toBe(0o700);
  expect(Number.parseInt(read("out"), 8)).toBe(process.umask());
});

test("a program without a terminal does not hear a hangup", async () => {
  await runtime.start(a("echo ready; sleep 0.3; echo lived"));
  await until(() => read("out") === "ready\n", "it runs");
  process.kill(-holder(), "SIGHUP");
  await ended();
  expect(read("out")).toBe("ready\nlived\n");
});

test("a turn whose holder was killed runs as long as its program does, and can be ended", async () => {
  await runtime.start(a("echo ready; exec sleep 300"));
  await until(() => read("out") === "ready\n", "it runs");
  process.kill(holder(), "SIGKILL");
  await until(() => !lives(holder()), "the holder is gone");
  expect(await look()).toEqual({ kind: "running" });
  expect(await runtime.signal(turn, "kill")).toEqual({ ok: true, value: "signalled" });
  expect(await look()).toEqual({ kind: "exited", code: null });
});

test("a whole group that was killed leaves no exit code, and no guess at one", async () => {
  await runtime.start(a("sleep 300"));
  process.kill(-holder(), "SIGKILL");
  const isGone = async () => {
    const sight = await look();
    return "kind" in sight && sight.kind !== "running";
  };
  await until(isGone, "the holder and its program are gone");
  expect(await look()).toEqual({ kind: "exited", code: null });
});

test("after a restart of the machine nothing runs, whatever has its number now", async () => {
  await runtime.start(a("sleep 300"));
  const [pid, start] = read("started").split(" ");
  const original = read("started");
  writeFileSync(fileOf("started"), `${pid} ${start} another-boot\n`);
  expect(await look()).toEqual({ kind: "exited", code: null });
  writeFileSync(fileOf("started"), original.replace(` ${start} `, " 1 "));
  expect(await look()).toEqual({ kind: "exited", code: null });
  writeFileSync(fileOf("started"), original);
  expect(await look()).toEqual({ kind: "running" });
});

test("a turn that was made before a power cut may have run, so it is over and not begun again", async () => {
  makeUnowned("another-boot");
  expect(await look()).toEqual({ kind: "exited", code: null });
  expect(await runtime.start(a("echo ran"))).toEqual({ ok: true, value: "exists" });
});

test("a start that was cut off before anything ran is begun anew", async () => {
  makeUnowned(currentBoot());
  expect(await look()).toEqual({ kind: "absent" });
  expect(await runtime.start(a("echo ran"))).toEqual({ ok: true, value: "started" });
  await ended();
  expect(read("out")).toBe("ran\n");
});

test("a start that was cut off can be called off: a holder that comes late runs nothing", async () => {
  const script = await theScript();
  makeUnowned(currentBoot());
  const directory = join(home, "turns", turn);
  expect(await runtime.signal(turn, "kill")).toEqual({ ok: true, value: "gone" });
  await runLate(script, directory);
  expect(existsSync(join(home, "late"))).toBe(false);
  expect(await look()).toEqual({ kind: "absent" });
});

test("a holder that finds its turn owned runs nothing", async () => {
  const script = await theScript();
  makeUnowned(currentBoot());
  writeFileSync(fileOf("started"), "withdrawn\n");
  await runLate(script, join(home, "turns", turn));
  expect(existsSync(join(home, "late"))).toBe(false);
  expect(read("started")).toBe("withdrawn\n");
  expect(await look()).toEqual({ kind: "absent" });
});

test("of several holders of one turn one runs it", async () => {
  const script = await theScript();
  makeUnowned(currentBoot());
  await Promise.all([1, 2, 3, 4].map(() => runLate(script, join(home, "turns", turn))));
  await ended();
  expect(readFileSync(join(home, "late"), "utf8")).toBe("late\n");
});

/** The holder's script, as a turn that ran has left it. */
async function theScript(): Promise<string> {
  await runtime.start(a("true"));
  await ended();
  rmSync(join(home, "turns", turn), { recursive: true });
  return join(home, "run", readdirSync(join(home, "run")).find((name) => name.endsWith(".sh")) ?? "");
}

async function runLate(script: string, directory: string): Promise<void> {
  const args = [script, "files", directory];
  const launched = await launchProgram({ program: "/bin/sh", args, env: {}, stdout: "ignore", stderr: "ignore" });
  if (!launched.ok) throw launched.error;
  await until(() => !lives(launched.pid), "the late holder is gone");
}

const currentBoot = (): string => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();

function makeUnowned(bootId: string): void {
  const directory = join(home, "turns", turn);
  mkdirSync(directory, { recursive: true });
  const launch = `__ao_boot='${bootId}'\n__ao_umask=22\nset -- '${home}' '/bin/sh' '-c' 'echo late >> late'\n`;
  const description = { session: "shop-1", hasScreen: false, takesFrames: false, bootId };
  const files = { in: "", out: "", err: "", launch, "launch.json": JSON.stringify(description), "exit.new": "    \n" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
}

test("a holder that died before it could say its name leaves a turn that is over", async () => {
  makeUnowned(currentBoot());
  writeFileSync(fileOf("started"), "");
  expect(await look()).toEqual({ kind: "exited", code: null });
  expect(await runtime.signal(turn, "kill")).toEqual({ ok: true, value: "gone" });
});

test("what cannot be read is not told as absent", async () => {
  await runtime.start(a("sleep 300"));
  const started = read("started");
  rmSync(fileOf("started"));
  mkdirSync(fileOf("started"));
  expect(await look()).toMatchObject({ code: "unavailable" });
  rmSync(fileOf("started"), { recursive: true });
  writeFileSync(fileOf("started"), started);
});

test("a turn that says more than is kept is ended, and the folder says why", async () => {
  runtime = aRuntime({ outputBytesMax: 1_000_000 });
  await runtime.start(a("yes"));
  await ended();
  expect(read("cut")).toBe("output_limit\n");
  expect(await look()).toEqual({ kind: "exited", code: 143 });
});

test("a daemon that comes up again ends what says too much, too", async () => {
  await runtime.start(a("yes"));
  runtime = aRuntime({ outputBytesMax: 1_000_000 });
  await look();
  await ended();
  expect(read("cut")).toBe("output_limit\n");
});

test.for([
  ["a folder that is not there", { cwd: "/nowhere" }, "not_found", "the folder /nowhere is not there"],
  ["a program that is not there", { argv: ["no-such"] as const }, "not_found", "no such program in the PATH"],
  ["a program that is not there, by its path", { argv: ["./no-such"] as const }, "not_found", "no such program in /"],
  ["a folder for a program", { argv: ["/usr"] as const }, "not_found", "no such program"],
  ["an odd name in the environment", { env: { "A B": "c" } }, "refused", `"A B"`],
  ["a zero byte", { argv: ["/bin/echo", "a\0b"] as const }, "refused", "zero byte"],
  ["a turn that would be another folder", { turn: turnId("../up") }, "refused", "not a valid turn id"],
] as const)("%s is refused with a sentence, and leaves no trace", async ([, more, code, part]) => {
  const answer = await runtime.start(a("true", more));
  expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringContaining(part) as string } });
  expect(existsSync(join(home, "turns")) ? readdirSync(join(home, "turns")) : []).toEqual([]);
});

test("a program that takes no frames says so", async () => {
  await runtime.start(a("sleep 300"));
  expect(await runtime.write({ turn, frameId: "f", bytes: "x" })).toMatchObject({ error: { code: "unsupported" } });
  expect(await runtime.screen(turn)).toEqual({ ok: true, value: { kind: "none" } });
});

test("a host that does not come up is no turn", async () => {
  expect(await runtime.start(a("true", { hasScreen: true }))).toMatchObject({ error: { code: "unavailable" } });
  expect(await look()).toEqual({ kind: "absent" });
});

const outside: TurnConfinement = {
  sandbox: "bubblewrap",
  ...{
    hidden: [],
    scratch: [],
    readable: ["/usr"],
    coming: [],
    writable: ["/w"],
    readOnly: [],
    gitFolders: [],
    links: [],
  },
  network: null,
};

test("a confined launch runs as the sandbox says that it names", async () => {
  const asked: Confinement[] = [];
  const sandbox: Sandbox = {
    name: "bubblewrap",
    wrap: (request) => {
      asked.push(request);
      return ["/bin/sh", "-c", 'echo inside; exec "$@"', "sh", ...request.argv];
    },
  };
  runtime = aRuntime({
    findSandbox: async (name) => ({ ok: true, sandbox: { ...sandbox, name: name as "bubblewrap" }, why: null }),
  });
  await runtime.start(a("echo program", { confinement: outside }));
  await ended();
  expect(read("out")).toBe("inside\nprogram\n");
  expect(asked).toMatchObject([
    { cwd: home, argv: ["/bin/sh", "-c", "echo program"], writable: ["/w"], readable: ["/usr"] },
  ]);
});

test("nothing is started without the sandbox that its confinement names", async () => {
  runtime = aRuntime({ findSandbox: async () => ({ ok: false, why: "bubblewrap is gone" }) });
  const started = await runtime.start(a("touch ran", { confinement: outside }));
  expect(started).toMatchObject({ ok: false, error: { code: "refused", message: expect.stringContaining("is gone") } });
  expect([existsSync(join(home, "ran")), existsSync(join(home, "turns", turn))]).toEqual([false, false]);
});

test("what became of a turn is asked of the machine that its processes are on", async () => {
  await runtime.start(a("sleep 300"));
  expect(await look()).toEqual({ kind: "running" });
  const { bootId } = openProcessTable();
  const elsewhere = aRuntime({ processes: { bootId, find: async () => null, all: async () => [] } });
  expect(await elsewhere.look(turn)).toEqual({ ok: true, value: { kind: "exited", code: null } });
  const unreached = aRuntime({
    processes: { bootId: () => Promise.reject(new Error("not reached")), find: async () => null, all: async () => [] },
  });
  expect(await unreached.look(turn)).toMatchObject({ ok: false, error: { code: "unavailable" } });
});
