/** `ao attach` between turns: the tool's own screen on the same conversation, and the session handed back when it is left. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Stage } from "../e2e/stage.ts";
import { aoAtTerminal } from "./at-terminal.ts";
import type { ScriptedModel } from "./model/server.ts";
import { aScene, conversationOf } from "./scene.ts";
import type { AgentUnderTest } from "./under-test.ts";

const WITHIN = { timeout: 60_000, interval: 20 };
const TAKE_OVER = "\u0014";
const BY_HAND = "@say Heard by hand.";
const committing = (words: string): string => `@sh echo ${words} >> README.md && git commit -qam '${words}'`;

const RUNTIMES = ["process", "tmux"] as const;
type RuntimeName = (typeof RUNTIMES)[number];

export function describeTakingOver(subject: AgentUnderTest): void {
  test.for(RUNTIMES)(
    `${subject.name} on %s: a person takes over on its own screen; automatic turns wait, and go on in the same conversation`,
    { timeout: 300_000 },
    (runtime) => takesOver(subject, runtime),
  );
  test.runIf(!subject.isReal).for(RUNTIMES)(
    `${subject.name} on %s: its own screen outlives a broken connection, and the first of two terminals that leaves it`,
    { timeout: 120_000 },
    (runtime) => outlivesTerminals(subject, runtime),
  );
}

async function takesOver(subject: AgentUnderTest, runtime: RuntimeName): Promise<void> {
  const { stage, model } = await aScene(subject, { runtime });
  const id = await stage.begin("shown", `${committing("one")}\n@say The first is done.`);
  await stage.until(id, "rests", ({ turn, turns }) => turn === null && turns === 1);
  const conversation = conversationOf(stage, id);

  const person = aoAtTerminal(stage, "attach", id);
  await person.sees(subject.isReal ? "The first is done." : `conversation ${String(conversation)}`);
  await stage.until(id, "is taken over", ({ hold }) => hold === "take_over");
  person.types(BY_HAND);
  await person.sees(BY_HAND);
  person.types("\r");
  // As it was typed, and as the answer.
  await person.sees("Heard by hand.", 2);
  if (subject.isReal) expect(scriptsWith(model, BY_HAND)).toBe(2);

  await stage.client.sendMessage({ id, content: `${committing("two")}\n@say The second is done.` });
  const held = await stage.client.session({ id });
  expect([held.turns, held.turn]).toEqual([1, null]);
  expect(held.messages.filter(({ state }) => state === "acknowledged")).toHaveLength(1);

  person.leaves();
  await person.ended;
  const after = await stage.until(id, "goes on", ({ turn, turns }) => turn === null && turns === 2);
  expect([after.hold, after.lastWords]).toEqual([null, "The second is done."]);
  expect(await stage.git("log", "--format=%s", `main..${after.branch}`)).toBe("two\none");
  expect(conversationOf(stage, id)).toBe(conversation);
  // What was said by hand is part of what it remembers.
  if (subject.isReal) expect(scriptsWith(model, "The second is done.")).toBe(3);
  await hasExited(stage, `own.${id}.1`);

  const again = aoAtTerminal(stage, "attach", id);
  await again.sees(subject.isReal ? "The second is done." : `conversation ${String(conversation)}`);
  await stage.until(id, "is taken over again", ({ hold }) => hold === "take_over");
  // By the tool's own way out.
  again.types(subject.leaves ?? "/exit");
  await again.sees(subject.leaves ?? "/exit");
  again.types("\r");
  await again.ended;
  await stage.until(id, "is handed back", ({ hold, phase }) => hold === null && phase === "resting");
  await hasExited(stage, `own.${id}.2`);
}

async function outlivesTerminals(subject: AgentUnderTest, runtime: RuntimeName): Promise<void> {
  const { stage } = await aScene(subject, { runtime });
  const id = await stage.begin("shown", `${committing("one")}\n@say The first is done.`);
  await stage.until(id, "rests", ({ turn, turns }) => turn === null && turns === 1);
  const conversation = `conversation ${String(conversationOf(stage, id))}`;

  const lost = aoAtTerminal(stage, "attach", id);
  await lost.sees(conversation);
  lost.types("before the break\r");
  await lost.sees("you said before the break");
  lost.hangsUp();
  await lost.ended;
  const first = aoAtTerminal(stage, "attach", id);
  await first.sees("you said before the break");
  const second = aoAtTerminal(stage, "attach", id);
  await second.sees("you said before the break");
  first.leaves();
  await first.ended;
  second.types(TAKE_OVER);
  second.types("after the first has left\r");
  await second.sees("you said after the first has left");
  expect(await stage.client.session({ id })).toMatchObject({ hold: "take_over", turns: 1 });
  second.leaves();
  await second.ended;
  await stage.until(id, "is handed back", ({ hold, phase }) => hold === null && phase === "resting");
  await hasExited(stage, `own.${id}.1`);
  expect(existsSync(join(stage.home, "turns", `own.${id}.2`))).toBe(false);
}

async function hasExited(stage: Stage, turn: string): Promise<void> {
  const exit = join(stage.home, "turns", turn, "exit");
  await expect.poll(() => (existsSync(exit) ? readFileSync(exit, "utf8") : ""), WITHIN).toMatch(/^\d+\s/);
}

/** How many scripts the model has seen in the conversation that this is said in. */
const scriptsWith = ({ bill }: ScriptedModel, words: string): number =>
  Math.max(0, ...bill.filter(({ prompt }) => prompt.includes(words)).map(({ scripts }) => scripts));
