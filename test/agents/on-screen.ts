/** A tool that is driven by its own screen, on a real daemon: what its hooks tell, what its screen asks, and who types. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Stage } from "../e2e/stage.ts";
import { aScene } from "./scene.ts";
import type { AgentUnderTest } from "./under-test.ts";

const committing = (words: string): string => `@sh echo ${words} >> README.md && git commit -qam '${words}'`;
/** The heavy ones need half a minute to start on a busy machine. */
const WITHIN_MS = 300_000 + 60_000 * Number(process.env["AO_TEST_DIALOGS"] ?? 0);
const onScreen = { drive: "terminal" };

export function describeOnScreen(subject: AgentUnderTest, lacks: Readonly<Record<string, string>> = {}): void {
  describe(`${subject.name}, on its own screen`, () => {
    const part = (name: string, says: string, proof: () => Promise<void>): void => {
      const why = lacks[name];
      test.skipIf(why !== undefined)(why === undefined ? says : `${says} (skipped: ${why})`, proof, WITHIN_MS);
    };
    part("work", "works through two turns of one conversation, the daemon killed while it types", () => works(subject));
    part("ask", "raises its dialog to a person, and goes on with the answer", () => asks(subject));
    part("interrupt", "is interrupted by a key", () => isInterrupted(subject));
  });
}

async function works(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: onScreen });
  const id = await stage.begin("works", `${committing("one")}\n@say One.`);
  await expect.poll(() => keysTyped(stage, id).length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  await stage.restartDaemon();
  const first = await stage.until(id, "done", ({ turn, turns }) => turn === null && turns === 1);
  expect(first.lastWords).toContain("One.");
  await stage.client.sendMessage({ id, content: `${committing("two")}\n@say Two.` });
  const second = await stage.until(id, "done again", ({ turn, turns }) => turn === null && turns === 2);
  expect(second.lastWords).toContain("Two.");
  expect(second.messages.map(({ state, deliveries }) => [state, deliveries])).toEqual([
    ["acknowledged", 0],
    ["acknowledged", 0],
  ]);
  expect(await stage.git("log", "--format=%s", `main..${second.branch}`)).toBe("two\none");
  expect(second.usage.tokens).toBeGreaterThan(0);
}

/** How often it is asked in a row; more with `AO_TEST_DIALOGS`. */
const DIALOGS = Number(process.env["AO_TEST_DIALOGS"] ?? 2);

async function asks(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: { ...onScreen, permissions: "ask" } });
  for (let n = 1; n <= DIALOGS; n += 1) {
    const words = `with leave ${n}`;
    const id = await stage.begin(`asks-${n}`, `${committing(words).replace("@sh", "@shx")}\n@say Done ${words}.`);
    const asking = await stage.until(id, "asks", ({ phase }) => phase === "asking");
    expect(asking.questions[0]?.choices.length).toBeGreaterThan(1);
    await stage.client.answer({ id, content: "Yes" });
    const session = await stage.until(id, "done", ({ turn, turns }) => turn === null && turns === 1);
    expect(session.lastWords).toContain(`Done ${words}.`);
    expect(await stage.git("log", "-1", "--format=%s", session.branch)).toBe(words);
    await stage.client.stopSession({ id });
  }
}

async function isInterrupted(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: onScreen });
  const id = await stage.begin("slow", `${committing("first")}\n@slow 400 100\n@say I take my time`);
  await stage.until(id, "is at it", ({ turn }) => turn?.acknowledged === true);
  await stage.client.interrupt({ id });
  const session = await stage.until(id, "interrupted", ({ turn, turns }) => turn === null && turns === 1);
  expect(session.incidents.filter(({ closedAs }) => closedAs === null)).toEqual([]);
}

/** Of the session's only turn. */
function keysTyped(stage: Stage, id: string): readonly unknown[] {
  const folder = join(stage.home, "sessions", id, "typed");
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  if (file === undefined) return [];
  return (JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly keys: readonly unknown[] }).keys;
}
