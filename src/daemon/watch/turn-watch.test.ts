import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sessionId, turnId } from "../../domain/model/ids.ts";
import { runProgram } from "../../lib/run.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { TurnWatch } from "./turn-watch.ts";

function aTurn() {
  const turns = aFolder();
  const folder = join(turns, "t1");
  mkdirSync(folder);
  const complaints: string[] = [];
  const keep = (_: unknown, message: string): void => void complaints.push(message);
  let looks = 0;
  const watch = new TurnWatch({
    turns,
    look: () => void (looks += 1),
    log: { info: keep, warn: keep, error: keep },
  });
  onTestFinished(() => watch.closeAll());
  return {
    watch,
    complaints,
    looks: () => looks,
    open: () => watch.watch(turnId("t1"), sessionId("app-1")),
    make: () => mkdirSync(folder),
    remove: () => {
      renameSync(folder, join(turns, ".withdrawn"));
      rmSync(join(turns, ".withdrawn"), { recursive: true });
    },
    say: () => appendFileSync(join(folder, "out"), "a line\n"),
    leave: (name: string, text = "0\n") => {
      writeFileSync(join(folder, `${name}.new`), text);
      renameSync(join(folder, `${name}.new`), join(folder, name));
    },
  };
}

const seen = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 5_000, interval: 2 });

test("a turn is looked at when it is first watched, when it begins, and when it ends", async () => {
  const turn = aTurn();
  turn.open();
  expect(turn.looks()).toBe(1);
  turn.leave("started");
  await seen(() => expect(turn.looks()).toBeGreaterThanOrEqual(2));
  const before = turn.looks();
  turn.leave("exit");
  await seen(() => expect(turn.looks()).toBeGreaterThan(before));
});

test("an agent that writes without pause is looked at a few times only, and not missed", async () => {
  const turn = aTurn();
  turn.open();
  for (let n = 0; n < 500; n += 1) turn.say();
  await seen(() => expect(turn.looks()).toBeGreaterThanOrEqual(2));
  expect(turn.looks()).toBeLessThan(10);
});

test("a turn that ended is watched no more", async () => {
  const turn = aTurn();
  turn.open();
  turn.leave("exit");
  await seen(() => expect(turn.looks()).toBeGreaterThanOrEqual(2));
  const before = turn.looks();
  turn.leave("started");
  await new Promise((resolve) => setImmediate(resolve));
  expect(turn.looks()).toBe(before);
});

test("a turn whose folder is not there yet is watched once it is begun", async () => {
  const turn = aTurn();
  turn.remove();
  turn.open();
  expect(turn.complaints).toEqual([]);
  turn.make();
  turn.open();
  const before = turn.looks();
  turn.leave("exit");
  await seen(() => expect(turn.looks()).toBeGreaterThan(before));
});

test("a turn that was withdrawn and begun anew is watched in its new folder", async () => {
  const turn = aTurn();
  turn.open();
  turn.remove();
  turn.make();
  turn.open();
  const before = turn.looks();
  turn.leave("exit");
  await seen(() => expect(turn.looks()).toBeGreaterThan(before));
});

test("a turn whose holder is gone without an ending is looked at", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const [living, gone] = [aTurn(), aTurn()];
  let pid = 0;
  await runProgram({ program: "true", args: [], timeoutMs: 5_000, onStart: (its) => (pid = its) });
  living.leave("started", `${process.pid} 1 boot\n`);
  gone.leave("started", `${pid} 1 boot\n`);
  for (const turn of [living, gone]) turn.open();
  vi.advanceTimersByTime(3_000);
  expect([living.looks(), gone.looks()]).toEqual([1, 2]);
});

test("a turn is looked at now and then while its agent is typed to, and only then", () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const looks = [true, false].map((takesFrames) => {
    const turn = aTurn();
    const about = { session: "app-1", cwd: "/", argv: ["agent"], hasScreen: true, takesFrames, bootId: "boot" };
    turn.leave("launch.json", JSON.stringify(about));
    turn.leave("started", `${process.pid} 1 boot\n`);
    turn.open();
    vi.advanceTimersByTime(5_000);
    return turn.looks();
  });
  expect(looks).toEqual([3, 1]);
});
