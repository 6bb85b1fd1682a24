/** When a person is asked, how often, and what goes on meanwhile. */
import { expect, test } from "vitest";
import type { ReactionRule } from "../../src/domain/model/rules.ts";
import { proves } from "./proves.ts";
import { aStory, type Story } from "./story.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Rules for failing checks; silence of the agent is nobody's business here. */
function whenChecksFail(rule: Partial<ReactionRule>) {
  return {
    rules: { reactions: { "ci-failed": rule, "agent-stuck": { thresholdMs: 100 * HOUR_MS } } },
  };
}

async function agentFails(story: Story): Promise<void> {
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
}

test("a person is told at the second failed attempt, and the agent may still use the third", async () => {
  proves("R-ESCALATE-COUNT", "R-INFORMS");
  const story = await aStory(whenChecksFail({ retriesMax: 3, escalateAfter: { kind: "attempts", n: 2 } }));
  await story.issue("Add a login page");
  await agentFails(story);
  await agentFails(story);
  expect(story.told()).toEqual([]);
  await story.restartDaemon();
  await agentFails(story);
  expect(story.told()).toEqual(["ci"]);
  expect(story.said()[3]).toContain("attempt 3 of 3");
  await agentFails(story);
  expect(story.said()).toHaveLength(4);
  expect(story.told()).toEqual(["ci"]);
});

test("what comes first of count, retries and time escalates, and the others add nothing", async () => {
  proves("R-ESCALATE-ONCE", "R-STAGE-ONCE");
  const story = await aStory(whenChecksFail({ retriesMax: 2, escalateAfter: { kind: "attempts", n: 1 } }));
  await story.issue("Add a login page");
  await agentFails(story);
  await agentFails(story);
  expect(story.told()).toEqual(["ci"]);
  await story.restartDaemon();
  await agentFails(story);
  await story.passes(600);
  await story.reviewer("bob").pushes({ broken: ["haste"] });
  await story.checksSettle();
  expect(story.told()).toEqual(["ci"]);
});

test("used-up retries after the time has escalated add nothing, and the time after used-up retries neither", async () => {
  proves("R-ESCALATE-ONCE", "R-INFORMS");
  const rule = { retriesMax: 2, escalateAfter: { kind: "time", ms: 30 * MINUTE_MS } } as const;
  const slow = await aStory(whenChecksFail(rule));
  await slow.issue("Add a login page");
  await agentFails(slow);
  await slow.passes(31);
  expect(slow.told()).toEqual(["ci"]);
  await agentFails(slow);
  expect(slow.said()[2]).toContain("attempt 2 of 2");
  await agentFails(slow);
  expect(slow.told()).toEqual(["ci"]);

  const quick = await aStory(whenChecksFail(rule));
  await quick.issue("Add a login page");
  await agentFails(quick);
  await agentFails(quick);
  await agentFails(quick);
  expect(quick.told()).toEqual(["ci"]);
  await quick.passes(60);
  expect(quick.told()).toEqual(["ci"]);
});

test("the time that the agent takes is measured over a restart, and escalates when it is up", async () => {
  proves("R-ESCALATE-TIME");
  const story = await aStory(whenChecksFail({ escalateAfter: { kind: "time", ms: 30 * MINUTE_MS } }));
  await story.issue("Add a login page");
  await agentFails(story);
  await story.passes(20);
  await story.restartDaemon();
  await story.passes(8);
  expect(story.told()).toEqual([]);
  await story.passes(4);
  expect(story.told()).toEqual(["ci"]);
  expect(story.isWorking()).toBe(true);
});

test("the clock stands still while the checks run, and goes on from where it stood", async () => {
  proves("R-CLOCK-STANDS");
  const story = await aStory(whenChecksFail({ retriesMax: 5, escalateAfter: { kind: "time", ms: 30 * MINUTE_MS } }));
  await story.issue("Add a login page");
  await agentFails(story);
  await story.passes(20);
  await story.agentCommits({ broken: ["login"] });
  await story.passes(90);
  expect(story.told()).toEqual([]);
  await story.checksSettle();
  await story.restartDaemon();
  await story.passes(8);
  expect(story.told()).toEqual([]);
  await story.passes(3);
  expect(story.told()).toEqual(["ci"]);
});

test("the clock stands still while a person owes an answer, and while a person has paused the session", async () => {
  proves("R-CLOCK-STANDS");
  const story = await aStory(whenChecksFail({ escalateAfter: { kind: "time", ms: 30 * MINUTE_MS } }));
  await story.issue("Add a login page");
  await agentFails(story);
  await story.agentAsks("Which password rules?");
  await story.passes(90);
  expect(story.told()).toEqual(["question"]);
  await story.answer("Twelve letters.");
  await story.order({ kind: "pause", session: story.session });
  await story.passes(90);
  await story.order({ kind: "resume", session: story.session });
  await story.passes(28);
  expect(story.told()).toEqual(["question"]);
  await story.passes(4);
  expect(story.told()).toEqual(["question", "ci"]);
});

test("the clock stands still while the reviewer owes the next step", async () => {
  proves("R-CLOCK-STANDS");
  const rules = {
    reactions: { "changes-requested": { escalateAfter: { kind: "time", ms: 30 * MINUTE_MS } } },
  } as const;
  const story = await aStory({ rules });
  await story.issue("Add a login page");
  await story.agentCommits();
  await story.checksSettle();
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.agentEnds({ kind: "done" }, { words: "It is green already." });
  await story.passes(120);
  expect(story.told()).toEqual([]);
});

test("used-up retries go to a person at once, who is told once whatever follows", async () => {
  proves("R-STAGE-ONCE");
  const story = await aStory(whenChecksFail({ retriesMax: 1 }));
  await story.issue("Add a login page");
  await agentFails(story);
  expect(story.told()).toEqual([]);
  await agentFails(story);
  expect(story.told()).toEqual(["ci"]);
  await story.restartDaemon();
  await story.reviewer("bob").pushes({ broken: ["haste"] });
  await story.checksSettle();
  await story.passes(60);
  expect(story.told()).toEqual(["ci"]);
});
