import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readTextTail } from "../byte-source.ts";
import { makeTurn, readOwner, withdrawTurn } from "./make-turn.ts";
import { openTurnFiles } from "./turn-files.ts";
import { listTurns, measureTurn, readDescription, readTurnSession, removeTurn } from "./turn-folders.ts";
import { readTurnState, turnOutput } from "./turn-output.ts";

const turns = mkdtempSync(join(tmpdir(), "ao-turns-"));
afterAll(() => rmSync(turns, { recursive: true }));

const launch = {
  ...{ session: "app-1", cwd: "/", argv: ["x"] as const, stdin: "do it", hasScreen: true, takesFrames: false },
  ceiling: { memoryBytes: 1, processes: 2, disk: { bytes: 3, folders: ["/"] } },
};
const made = (turn: string) => makeTurn(openTurnFiles(turns, turn), { launch, text: "set -- x", bootId: "boot" });

/** As a runtime elsewhere fills it: a folder that grows by whatever means, its exit last. */
function grown(turn: string): string {
  const folder = join(turns, turn);
  mkdirSync(folder, { recursive: true });
  return folder;
}

test("output is read from any offset, and what is appended later behind it", async () => {
  const folder = grown("offset");
  const output = turnOutput(turns, "offset");
  expect(await output.out()).toBeNull();
  writeFileSync(join(folder, "out"), "one two");
  const reader = await output.out();
  const buffer = Buffer.alloc(3);
  expect(await reader?.read(buffer, 4)).toBe(3);
  expect(buffer.toString()).toBe("two");
  expect(await reader?.read(buffer, 7)).toBe(0);
  appendFileSync(join(folder, "out"), " three");
  expect(await reader?.read(buffer, 8)).toBe(3);
  expect(buffer.toString()).toBe("thr");
  expect(await reader?.size()).toBe(13);
  await reader?.close();
  expect(output.size("out").bytes).toBe(13);
  expect(output.size("err")).toEqual({ bytes: 0, writtenAtMs: 0 });
  expect(await readTextTail(output.out, 5)).toEqual({ text: "three", cut: true });
  expect(await readTextTail(output.err, 5)).toEqual({ text: "", cut: false });
});

test.for([
  [null, undefined],
  ["0\n", 0],
  ["143\n  \n", 143],
  ["", null],
] as const)("an exit file with %j means %j", ([text, exit]) => {
  const folder = grown("exit");
  rmSync(join(folder, "exit"), { force: true });
  if (text !== null) writeFileSync(join(folder, "exit"), text);
  expect(turnOutput(turns, "exit").exit()).toBe(exit);
  expect(readTurnState(turns, "exit").exit).toBe(exit);
});

test("whoever watches a turn is told when it starts, says something and ends", async () => {
  const folder = grown("watched");
  writeFileSync(join(folder, "out"), "");
  const told = new Set<string>();
  const watcher = turnOutput(turns, "watched").watch({
    onChange: (change) => told.add(change),
    onError: () => undefined,
  });
  try {
    writeFileSync(join(folder, "started"), "1 2 boot\n");
    await vi.waitFor(() => expect([...told]).toEqual(["started"]));
    appendFileSync(join(folder, "out"), "words");
    await vi.waitFor(() => expect([...told]).toEqual(["started", "said"]));
    writeFileSync(join(folder, "exit"), "0\n");
    await vi.waitFor(() => expect([...told]).toEqual(["started", "said", "ended"]));
  } finally {
    watcher.close();
  }
  expect(() => turnOutput(turns, "absent").watch({ onChange: () => undefined, onError: () => undefined })).toThrow();
});

test("what a turn was launched with is found again, and its environment is not among it", async () => {
  expect(await made("launched")).toBe(true);
  expect(await made("launched")).toBe(false);
  const { session, hasScreen, takesFrames, ceiling } = launch;
  const description = { session, hasScreen, takesFrames, ceiling, bootId: "boot" };
  expect(readDescription(openTurnFiles(turns, "launched"))).toEqual(description);
  expect(readTurnSession(turns, "launched")).toBe("app-1");
  expect(readTurnSession(turns, "absent")).toBeNull();
});

test("a turn is withdrawn only while nobody owns it", async () => {
  await made("withdrawn");
  const files = openTurnFiles(turns, "withdrawn");
  expect(readOwner(files, "boot").kind).toBe("nobody");
  expect(readOwner(files, "another boot").kind).toBe("lost");
  writeFileSync(files.started, "12 34 boot\n");
  expect(withdrawTurn(files)).toBe(false);
  expect(readOwner(files, "boot")).toEqual({ kind: "held", by: { pid: 12, startTime: "34", bootId: "boot" } });
  rmSync(files.started);
  expect(withdrawTurn(files)).toBe(true);
  expect(readOwner(files, "boot").kind).toBe("absent");
});

test("a folder that is removed is listed no more", async () => {
  await made("old");
  expect(listTurns(turns)).toContain("old");
  const measured = await measureTurn(turns, "old", 1_000);
  expect(measured.bytes).toBeGreaterThan(0);
  await removeTurn(measured);
  expect(listTurns(turns)).not.toContain("old");
});
