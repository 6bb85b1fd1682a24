import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { sessionId, turnId } from "../domain/ids.ts";
import { aFolder } from "../store/testing/folder.ts";
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
    open: (turn = "t1") => watch.watch(turnId(turn), sessionId("app-1")),
    say: () => appendFileSync(join(folder, "out"), "a line\n"),
    leave: (name: string) => {
      writeFileSync(join(folder, `${name}.new`), "0\n");
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

test("a turn whose folder is not there is left to the sweep", () => {
  const turn = aTurn();
  turn.open("t2");
  expect(turn.complaints).toEqual(["a turn is not watched; the sweep looks at it"]);
});
