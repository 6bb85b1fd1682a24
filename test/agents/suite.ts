/**
 * What every coding agent is driven through, on a real daemon, in a real sandbox, with real git. The same for the real
 * programs (`npm run test:agents`) and for their doubles (`npm test`). What an agent does not do is skipped with the
 * reason in its title.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatTokens } from "../../src/cli/render/quantity.ts";
import type { SessionView } from "../../src/protocol/session/session.ts";
import type { Stage } from "../e2e/stage.ts";
import { aoAtTerminal } from "./at-terminal.ts";
import { ANSWER_USD } from "./fakes/worker.ts";
import type { ScriptedModel } from "./model/server.ts";
import { aScene, conversationOf } from "./scene.ts";
import type { AgentUnderTest, Part } from "./under-test.ts";

/** The heavy ones need half a minute to start on a busy machine. */
const WITHIN_MS = 120_000;
const isAtRest = ({ phase }: SessionView): boolean => phase === "resting";
const hasEnded = (turns: number) => (now: SessionView) => isAtRest(now) && now.turns === turns;
const committing = (words: string): string => `@sh echo ${words} >> README.md && git commit -qam '${words}'`;

export function describeAgent(subject: AgentUnderTest): void {
  describe(`${subject.name}, driven`, () => {
    const part = (needs: Part | null, says: string, proof: () => Promise<void>): void => {
      const lacks = needs === null ? undefined : subject.lacks[needs];
      const title = lacks === undefined ? says : `${says} (skipped: ${lacks})`;
      test.skipIf(lacks !== undefined)(title, proof, subject.isReal ? 600_000 : 120_000);
    };
    part(
      null,
      "edits and commits in its own name by the rules in AGENTS.md, tells its last words, leaves no process",
      () => edits(subject),
    );
    part("usage", "costs what the model has billed, and `ao list` shows that and its last words", () => costs(subject));
    part("context", "tells how full its conversation is; nearly full, it goes on in a fresh one with a handover", () =>
      handsOver(subject),
    );
    part("resume", "fixes what CI found, in the same conversation, after the daemon was killed", () =>
      fixesCi(subject),
    );
    part("live", "goes on with the same turn when the daemon is killed while it works", () => goesOn(subject));
    part("permission", "asks for leave; allowed after the daemon was killed, it does it", () => asksForLeave(subject));
    part("permission", "asks for leave; refused, it does not do it and goes on", () => isRefused(subject));
    part("question", "asks a question of its own, and hears the answer", () => asksItself(subject));
    part("interrupt", "ends its turn when interrupted, and goes on with the next message", () =>
      isInterrupted(subject),
    );
    part("retry", "goes on by itself after an error of the provider", () => retries(subject));
    part("limit", "rests until the provider's limit is over, then goes on by itself", () => rests(subject));
  });
}

async function edits(subject: AgentUnderTest): Promise<void> {
  const { stage, model } = await aScene(subject, { prepare: writeRules });
  const id = await stage.begin("edits", `Please.\n${committing("edited")}\n@say All done here.`);
  const session = await stage.until(id, "done", hasEnded(1));
  expect(session.messages).toMatchObject([{ state: "acknowledged", reason: "start" }]);
  expect(session.lastWords).toContain("All done here.");
  expect(await stage.git("log", "-1", "--format=%s %an <%ae>", "agent/edits")).toBe(
    `edited Agent ${id} <agent-${id}@orchestrator.local>`,
  );
  // Some take seconds to go when they are done.
  await expect.poll(() => unfinished(stage), { timeout: 30_000 }).toEqual([]);
  // It has read the repository's rules itself, or was told to.
  if (subject.isReal) expect(model.bodies.join("\n")).toMatch(/Keep to rule 4711|are in AGENTS\.md/);
  expect(kindsSaid(await stage.client.conversation({ id }))).toEqual(
    expect.arrayContaining(["told", "tool_began", "tool_ended", "message", "ended"]),
  );
}

async function writeRules(repository: string, git: (...args: readonly string[]) => Promise<string>): Promise<void> {
  writeFileSync(join(repository, "AGENTS.md"), "Keep to rule 4711.\n");
  await git("add", "AGENTS.md");
  await git("commit", "-q", "-m", "Rules");
}

async function costs(subject: AgentUnderTest): Promise<void> {
  const { stage, model } = await aScene(subject);
  const id = await stage.begin("costs", `${committing("one")}\n@say One.`);
  const first = await stage.until(id, "done", hasEnded(1));
  await stage.client.sendMessage({ id, content: `${committing("two")}\n@say Two.` });
  const second = await stage.until(id, "done again", hasEnded(2));
  if (!subject.isReal) expect([first.usage.tokens, second.usage.tokens]).toEqual([3_100, 6_200]);
  else expect(second.usage.tokens).toBe(billedBy(model));
  const usd = subject.isReal ? dollarsBilledBy(model) : 4 * ANSWER_USD;
  expect(second.usage.usd).toBeCloseTo(subject.tellsMoney === true ? usd : 0, 6);
  const report = await stage.client.usage({});
  for (const [sum] of [report.byAgent, report.byDay, report.bySession])
    expect(sum).toMatchObject({ turns: 2, usd: second.usage.usd, tokens: second.usage.tokens });
  const list = aoAtTerminal(stage, "list");
  const { usage } = second;
  await list.sees(subject.tellsMoney === true ? `$${usd.toFixed(2)}` : `${formatTokens(usage.tokens)} tok`);
  await list.sees("Two.");
}

async function handsOver(subject: AgentUnderTest): Promise<void> {
  const { stage, model } = await aScene(subject, {
    project: { handoverAt: 1, prompts: { handover: "handover.md" } },
    prepare: async (repository) =>
      writeFileSync(
        join(repository, "handover.md"),
        "A fresh one begins; before, you said {{lastWords}}\n\n{{message}}",
      ),
  });
  const id = await stage.begin("hands-over", `${committing("one")}\n@say One.`);
  const first = await stage.until(id, "done", hasEnded(1));
  expect(first.context?.used).toBeGreaterThan(0);
  expect(first.context?.window).toBeGreaterThan(first.context?.used ?? 0);
  const before = conversationOf(stage, id);
  await stage.client.sendMessage({ id, content: `${committing("two")}\n@say Two.` });
  const second = await stage.until(id, "done again", hasEnded(2));
  expect(second.lastWords).toContain("Two.");
  expect(conversationOf(stage, id)).not.toBe(before);
  if (subject.lacks.usage === undefined) expect(second.usage.tokens).toBe(subject.isReal ? billedBy(model) : 6_200);
  const { turns } = await stage.client.conversation({ id });
  expect(turns.at(-1)?.events[0]).toMatchObject({
    text: expect.stringContaining("A fresh one begins; before, you said One."),
  });
  const reasons = await stage.client.eventPage({ session: id });
  expect(JSON.stringify(reasons)).toContain("the conversation continues in a fresh one");
}

async function fixesCi(subject: AgentUnderTest): Promise<void> {
  const fix = `CI failed: {{errors}}\n@sh echo good > state.txt && git add . && git commit -qm mended\n@say Mended.`;
  const { restsSeconds = 0 } = subject;
  const { stage, model } = await aScene(subject, {
    // What fails runs once more before the agent is told.
    checks: { test: `sh -c 'sleep ${restsSeconds / 2} && grep -q good state.txt'` },
    withinMs: WITHIN_MS + 5_000 * restsSeconds,
    reactions: { "ci-failed": { auto: true, action: "send-to-agent", retries: 2, message: fix } },
  });
  const id = await stage.begin("ci", "@sh echo bad > state.txt && git add . && git commit -qm begun\n@say Begun.");
  await stage.until(id, "its first turn is over", ({ turns, turn }) => turns >= 1 && turn === null);
  const before = conversationOf(stage, id);
  await stage.restartDaemon();
  const session = await stage.until(
    id,
    "mended",
    (now) => hasEnded(2)(now) && now.changes[0]?.checks[0]?.verdict === "passed",
  );
  expect(session.lastWords).toContain("Mended.");
  expect(before).not.toBe(null);
  expect(conversationOf(stage, id)).toBe(before);
  if (subject.isReal) expect(model.bill.at(-1)?.scripts).toBeGreaterThan(1);
}

async function goesOn(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject);
  const prompt = `${committing("begun")}\n@slow 40 100\n@say I take my time`;
  const id = await stage.begin("goes-on", prompt);
  const before = await stage.until(id, "is at it", ({ turn }) => turn?.acknowledged === true);
  await stage.restartDaemon();
  const session = await stage.until(id, "done", hasEnded(1));
  expect(session.turnsBegun.map((turn) => turn.id)).toEqual(before.turnsBegun.map((turn) => turn.id));
  expect(session.lastWords).toContain("I take my time");
  expect(session.messages).toMatchObject([{ state: "acknowledged", deliveries: 0 }]);
}

async function asksForLeave(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: { permissions: "ask" } });
  const id = await stage.begin("leave", `${committing("with leave")}\n@say Done with leave.`);
  const asking = await stage.until(id, "asks", ({ phase }) => phase === "asking");
  expect(asking.questions[0]?.text).toContain("with leave");
  await stage.restartDaemon();
  await stage.client.answer({ id, content: "Allow" });
  const session = await stage.until(id, "done", hasEnded(1));
  expect(session.lastWords).toContain("Done with leave.");
  expect(await stage.git("log", "-1", "--format=%s", session.branch)).toBe("with leave");
}

async function isRefused(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: { permissions: "ask" } });
  const id = await stage.begin("refused", `${committing("refused")}\n@say I was refused.`);
  await stage.until(id, "asks", ({ phase }) => phase === "asking");
  await stage.client.answer({ id, content: "Not on this branch, please." });
  const session = await stage.until(id, "its first turn is over", ({ turns, turn }) => turns > 1 || turn === null);
  expect(await stage.git("log", "--format=%s", `main..${session.branch}`)).toBe("");
}

async function asksItself(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject);
  const id = await stage.begin("asks", `@ask Which colour?\n${committing("asked")}\n@say Thank you.`);
  const asking = await stage.until(id, "asks", ({ phase }) => phase === "asking");
  expect(asking.questions[0]).toMatchObject({
    text: expect.stringContaining("Which colour?"),
    choices: ["red", "blue"],
  });
  await stage.client.answer({ id, content: "blue" });
  const session = await stage.until(id, "done", hasEnded(1));
  expect(session.lastWords).toContain("Thank you.");
  expect(JSON.stringify(await stage.client.conversation({ id }))).toContain("blue");
}

async function isInterrupted(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject);
  const id = await stage.begin("slow", `${committing("first")}\n@slow 400 100\n@say I take my time`);
  await stage.until(id, "speaks", ({ turn }) => turn?.acknowledged === true);
  await stage.client.interrupt({ id });
  await stage.until(id, "interrupted", ({ turn, turns }) => turn === null && turns === 1);
  await stage.client.sendMessage({ id, content: `${committing("after")}\n@say After all.` });
  const session = await stage.until(id, "goes on", (now) => now.turn === null && now.lastWords.includes("After all."));
  expect(await stage.git("log", "-1", "--format=%s", session.branch)).toBe("after");
  expect(session.incidents.filter(({ closedAs }) => closedAs === null)).toEqual([]);
}

async function retries(subject: AgentUnderTest): Promise<void> {
  const { stage, model } = await aScene(subject);
  const id = await stage.begin("retries", `@fail 1 500\n${committing("retried")}\n@say Got through.`);
  const session = await stage.until(id, "done", hasEnded(1));
  expect(session.lastWords).toContain("Got through.");
  if (subject.isReal) expect(model.requests.length).toBeGreaterThan(model.bill.length);
}

async function rests(subject: AgentUnderTest): Promise<void> {
  const { stage } = await aScene(subject, { agentConfig: { limitRestSeconds: subject.isReal ? 8 : 3 } });
  // Some try again themselves for a while before they give up.
  const seconds = subject.isReal ? 40 : 3;
  const id = await stage.begin("limited", `@limit ${seconds}\n${committing("rested")}\n@say Rested.`);
  await stage.until(id, "rests", ({ attention }) => /limit|rest/i.test(`${attention.code} ${attention.why}`));
  const session = await stage.until(id, "goes on", (now) => now.turn === null && now.lastWords.includes("Rested."));
  expect(await stage.git("log", "-1", "--format=%s", session.branch)).toBe("rested");
}

const dollarsBilledBy = ({ bill }: ScriptedModel): number => bill.reduce((sum, { usd }) => sum + usd, 0);
const billedBy = ({ bill }: ScriptedModel): number => bill.reduce((sum, { tokens }) => sum + tokens, 0);

/** Turns whose process has not gone. */
function unfinished(stage: Stage): readonly string[] {
  const turns = join(stage.home, "turns");
  return readdirSync(turns).filter((turn) => !readdirSync(join(turns, turn)).includes("exit"));
}

const kindsSaid = ({
  turns,
}: {
  readonly turns: readonly { readonly events: readonly { readonly kind: string }[] }[];
}) => turns.flatMap(({ events }) => events.map(({ kind }) => kind));
