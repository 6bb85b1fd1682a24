/** Terminals as people meet them: shared, resized, taken over, looked at again. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { sessionId, turnId } from "../../src/domain/model/ids.ts";
import { createProcessRuntime } from "../../src/plugins/runtime/process/process-runtime.ts";
import type { RuntimePlugin } from "../../src/slots/runtime.ts";
import { aViewer } from "../fixtures/a-viewer.ts";
import { aHost, endHost, hostPid, until } from "../fixtures/real-turns.ts";

const turn = turnId("turn-1");
const host = aHost();
let runtime: RuntimePlugin;

beforeEach(() => {
  runtime = createProcessRuntime({ home: host.home, host: host.client, graceMs: 300 });
});
afterEach(async () => {
  await runtime.signal(turn, "kill");
  rmSync(join(host.home, "turns"), { recursive: true, force: true });
});
afterAll(host.dispose);

const fileOf = (name: string): string => join(host.home, "turns", turn, name);

async function onScreen(lines: string): Promise<void> {
  const started = await runtime.start({
    turn,
    session: sessionId("shop-1"),
    cwd: host.home,
    argv: ["/bin/sh", "-c", lines],
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
    stdin: "",
    takesFrames: false,
    hasScreen: true,
    confinement: null,
  });
  expect(started).toEqual({ ok: true, value: "started" });
}

const ended = () => until(() => existsSync(fileOf("exit")), "the turn ends");

test("what a person types arrives, and what the program answers is seen by all", async () => {
  await onScreen(`echo ready; read word; echo "heard $word"; sleep 300`);
  const [first, second] = [await aViewer(host.client, { turn }), await aViewer(host.client, { turn })];
  await first.sees("ready");
  await second.sees("ready");
  first.type("hello\r");
  await first.sees("heard hello");
  await second.sees("heard hello");
});

test("one types, the others watch until they take over", async () => {
  await onScreen(`stty -echo; echo ready; while read word; do echo "heard $word"; done`);
  const [first, second] = [await aViewer(host.client, { turn }), await aViewer(host.client, { turn })];
  await until(() => first.types(), "the first one types");
  expect(second.types()).toBe(false);
  second.type("from the second\r");
  first.type("from the first\r");
  await second.sees("heard from the first");
  expect(second.shows()).not.toContain("heard from the second");

  second.takeOver();
  await until(() => second.types() && !first.types(), "the second one types");
  first.type("too late\r");
  second.type("my turn\r");
  await first.sees("heard my turn");
  expect(first.shows()).not.toContain("too late");

  second.handBack();
  await until(() => !second.types(), "nobody types");
  const third = await aViewer(host.client, { turn });
  await until(() => third.types(), "who comes to type then does");
});

test("who only watches does not type, even alone", async () => {
  await onScreen(`stty -echo; echo ready; while read word; do echo "heard $word"; done`);
  const watcher = await aViewer(host.client, { turn }, { as: "watch" });
  await watcher.sees("ready");
  expect(watcher.types()).toBe(false);
  watcher.type("nothing\r");
  const typist = await aViewer(host.client, { turn });
  typist.type("something\r");
  await watcher.sees("heard something");
  expect(watcher.shows()).not.toContain("heard nothing");
});

test("the size is that of the one who types, and the program hears of it", async () => {
  await onScreen(`while :; do stty size; sleep 0.05; done`);
  const first = await aViewer(host.client, { turn }, { size: { cols: 91, rows: 31 } });
  const second = await aViewer(host.client, { turn }, { size: { cols: 50, rows: 20 } });
  await second.sees("31 91");
  expect(second.size()).toEqual({ cols: 91, rows: 31 });
  second.resize({ cols: 51, rows: 21 });
  first.resize({ cols: 92, rows: 32 });
  await second.sees("32 92");
  second.takeOver();
  await first.sees("21 51");
  await until(() => first.size()?.cols === 51, "the other one hears of the size");
});

test("whoever comes later is shown the last ten thousand lines, and what follows", async () => {
  await onScreen(
    `n=0; while [ $n -lt 12000 ]; do n=$((n + 1)); echo line $n; done; echo ready; read word; echo "heard $word"`,
  );
  const early = await aViewer(host.client, { turn });
  await early.sees("ready");
  const late = await aViewer(host.client, { turn });
  await late.sees("ready");
  const lines = late.shows().match(/line \d+/g) ?? [];
  expect(lines.length).toBeGreaterThanOrEqual(10_000);
  expect(lines.at(-1)).toBe("line 12000");
  expect(lines).toEqual(lines.map((_, n) => `line ${12000 - lines.length + 1 + n}`));
  early.type("on\r");
  await late.sees("heard on");
  expect(late.shows().match(/heard on/g)).toHaveLength(1);
});

test("colours, other screens and odd bytes are drawn again as they were", async () => {
  await onScreen(
    `printf '\\033[31mred\\033[0m \\377\\376 \\303\\251 \\360\\237\\230\\201\\033[?1049h\\033[5;5Hinside'; sleep 300`,
  );
  const viewer = await aViewer(host.client, { turn });
  await viewer.sees("inside");
  viewer.redraw();
  await until(() => viewer.screens() === 2, "it is drawn again");
  expect(viewer.shows()).toContain("\u001b[31mred");
  expect(viewer.shows()).toContain("é 😁");
  expect(viewer.shows()).toContain("\u001b[?1049h");
});

test("a program that asks its terminal something is answered when nobody looks", async () => {
  await onScreen(`stty raw -echo; printf '\\033[6n'; dd bs=1 count=6 2> /dev/null | od -c; sleep 300`);
  await until(() => /033 +\[ +1 +; +1 +R/.test(readFileSync(fileOf("out"), "utf8")), "the program is answered");
});

test("all that a screen said is in its file before its exit code is", async () => {
  await onScreen(`n=0; while [ $n -lt 5000 ]; do n=$((n + 1)); echo line $n; done; exit 10`);
  await ended();
  const lines = readFileSync(fileOf("out"), "utf8").match(/line \d+/g);
  expect(lines).toHaveLength(5_000);
  expect(readFileSync(fileOf("exit"), "utf8").trim()).toBe("10");
});

test("viewers hear when the program ends, and see its last screen afterwards", async () => {
  await onScreen(`echo ready; read word; echo last words`);
  const viewer = await aViewer(host.client, { turn });
  await viewer.sees("ready");
  viewer.type("\r");
  await until(() => viewer.closedBecause() === "ended", "it is told that all is over");
  expect(viewer.shows()).toContain("last words");
  const later = await aViewer(host.client, { turn });
  await until(() => later.closedBecause() === "ended", "it is told at once");
  expect(later.shows()).toContain("last words");
});

test("a turn that never had a screen is gone", async () => {
  await expect(aViewer(host.client, { turn: "turn-nowhere" })).rejects.toThrow("gone");
});

test("a program to look through is shared, hung up with its last viewer, and begins with what was before", async () => {
  const replay = ["/bin/echo", "long ago"] as const;
  const program = ["/bin/sh", "-c", `stty -echo; echo pid $$; while read word; do echo "heard $word"; done`] as const;
  const first = await aViewer(host.client, { program, replay });
  await first.sees(/pid \d+/);
  expect(first.shows()).toContain("long ago");
  const second = await aViewer(host.client, { program, replay });
  await second.sees(/pid \d+/);
  first.type("both\r");
  await second.sees("heard both");
  const pid = Number(/pid (\d+)/.exec(first.shows())?.[1]);
  first.close();
  second.takeOver();
  second.type("still here\r");
  await second.sees("heard still here");
  second.close();
  await until(() => !existsSync(`/proc/${pid}`), "the program is hung up");
});

test("a flood waits for its drawing, not in memory", async () => {
  await onScreen(`head -c 6000000 /dev/zero | tr '\\0' 'x' | fold -w 79; echo; echo done; sleep 300`);
  const viewer = await aViewer(host.client, { turn });
  await viewer.sees("done");
  const pid = await hostPid(host.home);
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  expect(kilobytes).toBeLessThan(400_000);
});

test("when the host is killed its screens are over, without an exit code, and are still shown", async () => {
  await onScreen(`echo ready; while :; do sleep 0.1; done`);
  const viewer = await aViewer(host.client, { turn });
  await viewer.sees("ready");
  await endHost(host.home, "SIGKILL");
  await until(() => viewer.closedBecause() === "host_gone", "the viewer hears of it");
  await until(async () => {
    const sight = await runtime.look(turn);
    return sight.ok && sight.value.kind === "exited" && sight.value.code === null;
  }, "the turn is over");
  const later = await aViewer(host.client, { turn });
  await until(() => later.closedBecause() === "ended", "the last screen is shown by another host");
  expect(later.shows()).toContain("ready");
});
