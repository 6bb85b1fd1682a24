/** What only tmux can get wrong: other sessions, other servers, its own death. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionId, turnId } from "../../../domain/model/ids.ts";
import { runProgram } from "../../../lib/run.ts";
import type { ConfinedLaunch, RuntimePlugin } from "../../../slots/runtime.ts";
import { aViewer, type SeenTerminal } from "../../../../test/fixtures/a-viewer.ts";
import { aFolder, aHost, lives, until } from "../../../../test/fixtures/real-turns.ts";
import { createTmuxRuntime } from "./tmux-runtime.ts";
import { formatTmuxSocket } from "../../../lib/process/tmux-socket.ts";
import { endServer, createTmuxServer, type TmuxServer } from "./tmux-server.ts";
import { findUsableTmux } from "./usable-tmux.ts";

const tmux = await findUsableTmux();
const program = tmux.ok ? tmux.program : "tmux";

describe.skipIf(!tmux.ok)(tmux.ok ? `tmux ${tmux.version}` : `left out because ${tmux.why}`, () => {
  const host = aHost();
  const [turn, other] = [turnId("turn-5"), turnId("turn-50")];
  let home: string;
  let runtime: RuntimePlugin;
  let server: TmuxServer;

  beforeEach(() => {
    home = aFolder();
    runtime = createTmuxRuntime({ home, host: host.client, tmux: program, graceMs: 300 });
    server = createTmuxServer(program, formatTmuxSocket(home));
  });
  afterEach(async () => {
    for (const each of [turn, other]) await runtime.signal(each, "kill");
    await endServer(program, home);
    rmSync(home, { recursive: true, force: true });
  });
  afterAll(host.dispose);

  const fileOf = (name: string, of = turn): string => join(home, "turns", of, name);
  const said = (of = turn): string => (existsSync(fileOf("out", of)) ? readFileSync(fileOf("out", of), "utf8") : "");
  const ended = (of = turn) => until(() => existsSync(fileOf("exit", of)), "the turn ends");
  const a = (lines: string, more: Partial<ConfinedLaunch> = {}): ConfinedLaunch => ({
    confinement: null,
    turn,
    session: sessionId("5"),
    cwd: home,
    argv: ["/bin/sh", "-c", lines],
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
    stdin: "",
    takesFrames: false,
    hasScreen: true,
    ...more,
  });
  const serverPid = async (): Promise<number> => {
    const asked = await server.ask(["display-message", "-p", "#{pid}"]);
    return asked.ok ? Number(asked.value) : 0;
  };

  test("with session 5 gone nothing reaches session 50", async () => {
    const listens = `stty -echo; echo ready; while read word; do echo "heard $word"; done`;
    await runtime.start(a(listens, { turn: other, session: sessionId("50") }));
    await runtime.start(a(listens));
    await until(() => said().includes("ready") && said(other).includes("ready"), "both run");
    expect(await runtime.write({ turn, frameId: "f0", bytes: "to five\n" })).toEqual({ ok: true, value: "written" });
    await until(() => said().includes("heard to five"), "it hears us");
    await server.ask(["kill-session", "-t", "=5:"]);
    await until(
      async () => (await runtime.signal(turn, "kill")).ok && !isRunning(await runtime.look(turn)),
      "5 is gone",
    );

    expect(await runtime.write({ turn, frameId: "f1", bytes: "to five\n" })).toMatchObject({ error: { code: "gone" } });
    expect(await runtime.signal(turn, "interrupt")).toEqual({ ok: true, value: "gone" });
    expect(await runtime.signal(turn, "kill")).toEqual({ ok: true, value: "gone" });
    expect(await runtime.screen(turn)).toEqual({ ok: true, value: { kind: "hosted" } });
    expect(await runtime.write({ turn: other, frameId: "f2", bytes: "to fifty\n" })).toEqual({
      ok: true,
      value: "written",
    });
    await until(() => said(other).includes("heard to fifty"), "50 hears what is for it");
    expect(said(other)).not.toContain("to five");
    expect(await runtime.look(other)).toEqual({ ok: true, value: { kind: "running" } });
  });

  const isRunning = (sight: Awaited<ReturnType<RuntimePlugin["look"]>>) => sight.ok && sight.value.kind === "running";

  test("a turn on files outlives the server, whole and with its exit code", async () => {
    const count = `n=0; while [ $n -lt 300 ]; do n=$((n + 1)); echo line $n; sleep 0.005; done; exit 4`;
    await runtime.start(a(count, { hasScreen: false }));
    await until(() => said().includes("line 5"), "it runs");
    process.kill(await serverPid(), "SIGKILL");
    await ended();
    expect(said().match(/line \d+/g)).toHaveLength(300);
    expect(await runtime.look(turn)).toEqual({ ok: true, value: { kind: "exited", code: 4 } });
    expect(await runtime.start(a(count, { hasScreen: false }))).toEqual({ ok: true, value: "exists" });
  });

  test("a screen ends with the server, without an exit code; the next turn gets a new one", async () => {
    await runtime.start(a("echo ready; exec sleep 300"));
    await until(() => said().includes("ready"), "it runs");
    process.kill(await serverPid(), "SIGKILL");
    await until(async () => !isRunning(await runtime.look(turn)), "the turn is over");
    expect(await runtime.look(turn)).toEqual({ ok: true, value: { kind: "exited", code: null } });
    expect(await runtime.screen(turn)).toEqual({ ok: true, value: { kind: "hosted" } });
    expect(await runtime.start(a("echo again", { turn: other }))).toEqual({ ok: true, value: "started" });
    await ended(other);
    expect(said(other)).toContain("again");
  });

  test("a person's own tmux is never touched", async () => {
    const socket = `ao-person-${process.pid}`;
    const mine = (...args: readonly string[]) =>
      runProgram({ program, args: ["-L", socket, "-f", "/dev/null", ...args], timeoutMs: 15_000 });
    await mine("new-session", "-d", "-s", "5", "cat");
    const seen = async () =>
      (await mine("list-panes", "-a", "-F", "#{session_name} #{pane_pid} #{pane_dead} #{status}")).stdout;
    const path = (await mine("display-message", "-p", "#{socket_path},#{pid},0")).stdout.trim();
    const before = { panes: await seen(), options: (await mine("show-options", "-g")).stdout };
    const inherited = process.env["TMUX"];
    process.env["TMUX"] = path;
    try {
      await runtime.start(a("cat"));
      await runtime.write({ turn, frameId: "f", bytes: "hello\n" });
      await until(() => said().includes("hello"), "ours runs");
      await runtime.signal(turn, "kill");
      await server.ask(["kill-server"]);
    } finally {
      if (inherited === undefined) delete process.env["TMUX"];
      else process.env["TMUX"] = inherited;
    }
    expect({ panes: await seen(), options: (await mine("show-options", "-g")).stdout }).toEqual(before);
    expect((await mine("capture-pane", "-p", "-t", "=5:")).stdout).not.toContain("hello");
    await mine("kill-server");
  });

  test("two terminals look at one pane: what scrolled by is shown, one types, the size is his", async () => {
    await runtime.start(
      a(
        `n=0; while [ $n -lt 500 ]; do n=$((n + 1)); echo line $n; done; echo ready; while read word; do stty size; echo "heard $word"; done`,
      ),
    );
    await until(() => said().includes("ready"), "it runs");
    const first = await aViewer(host.client, await targetOf(), { size: { cols: 90, rows: 30 } });
    await first.sees("ready");
    const second = await aViewer(host.client, await targetOf(), { size: { cols: 70, rows: 20 } });
    await second.sees("ready");
    for (const viewer of [first, second]) {
      const lines = new Set(viewer.shows().match(/line \d+/g));
      expect(lines.size).toBe(500);
    }
    second.type("nothing\r");
    first.type("hello\r");
    await second.sees("heard hello");
    await isSizeOf(first, second, "30 90");
    expect(said()).not.toContain("nothing");
    second.takeOver();
    await until(() => second.types(), "the second one types");
    second.type("my turn\r");
    await first.sees("heard my turn");
    await isSizeOf(second, first, "20 70");
  });

  /** tmux draws a pane anew some time after its viewer changed: the program is asked until it has heard of it. */
  async function isSizeOf(typist: SeenTerminal, other: SeenTerminal, size: string): Promise<void> {
    for (let n = 1; !other.shows().includes(size) && n < 100; n += 1) {
      const question = `${size} ${n}`.replace(" ", "x");
      typist.type(`${question}\r`);
      await other.sees(`heard ${question}`);
    }
    await other.sees(size);
  }

  async function targetOf() {
    const screen = await runtime.screen(turn);
    if (!screen.ok || screen.value.kind !== "program") throw new Error(JSON.stringify(screen));
    expect(screen.value.argv.at(-1)).toBe("=5:");
    return { program: screen.value.argv, replay: screen.value.replay };
  }

  test("the next turn takes the pane's place: who looks goes on looking, and the last one is drawn from its file", async () => {
    await runtime.start(a("echo first words; exit 3"));
    await ended();
    const viewer = await aViewer(host.client, await targetOf());
    await viewer.sees("first words");
    expect(await runtime.start(a("echo second words; sleep 300", { turn: other }))).toEqual({
      ok: true,
      value: "started",
    });
    await viewer.sees("second words");
    expect(viewer.closedBecause()).toBeNull();
    expect(await runtime.screen(turn)).toEqual({ ok: true, value: { kind: "hosted" } });
    expect(said(other)).not.toContain("first words");
  });

  test("a turn on files takes the place of a screen, and leaves no pane behind", async () => {
    await runtime.start(a("echo first"));
    await ended();
    await runtime.start(a("echo on files", { turn: other, hasScreen: false }));
    await ended(other);
    expect(said(other)).toBe("on files\n");
    const isEmpty = async () => {
      const listed = await server.ask(["list-sessions"]);
      return listed.ok && listed.value === "";
    };
    await until(isEmpty, "the server has nothing left");
  });

  test("the holder is the pane's process, and a frame with odd bytes arrives as it is", async () => {
    await runtime.start(a(`stty raw -echo; echo ready; dd bs=1 count=9 2> /dev/null | od -An -tx1; sleep 300`));
    await until(() => said().includes("ready"), "it runs");
    const panes = await server.ask(["list-panes", "-a", "-F", "#{pane_pid}"]);
    expect(panes.ok && panes.value.trim()).toBe(readFileSync(fileOf("started"), "utf8").split(" ")[0]);
    expect(lives(Number(readFileSync(fileOf("started"), "utf8").split(" ")[0]))).toBe(true);
    await runtime.write({ turn, frameId: "f", bytes: "a\n;'\u001b\té\r" });
    await until(() => said().includes("61 0a 3b 27 1b 09 c3 a9 0d"), "all bytes arrive");
  });
});

test("a tmux that is not there, or too old, is told apart", async () => {
  expect(await findUsableTmux("/nowhere")).toEqual({ ok: false, why: "tmux is not installed" });
});
