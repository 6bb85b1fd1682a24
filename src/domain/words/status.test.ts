import { expect, test } from "vitest";
import {
  aMessage,
  anIncident,
  asking,
  aTurn,
  byPerson,
  check,
  path,
  reported,
  type SpecialWork,
  work,
  working,
} from "../../../test/fixtures/domain.ts";
import { aRules, at, MINUTE } from "../../../test/fixtures/rules.ts";
import { changeId, commitSha } from "../model/ids.ts";
import type { AttentionContext } from "./attention/attention-view.ts";
import { describeStatus } from "./status.ts";

const nothing: AttentionContext = {
  waiting: null,
  candidate: null,
  notKnown: null,
  triedAgain: null,
  reviewIsYours: false,
  baseFixers: [],
};
const status = (facts: SpecialWork, context: Partial<AttentionContext> = {}) =>
  describeStatus(work(facts), aRules(), at(2), { ...nothing, ...context });
const ended = (because: "stopped" | "failed") =>
  ({ kind: "ended", because, rescueRef: null, atMs: 9 * MINUTE }) as const;
const raised = (trouble: "exited" | "question" | "budget") =>
  anIncident({ trouble, owedBy: { kind: "person" }, escalation: byPerson });

const rows: readonly (readonly [
  what: string,
  facts: SpecialWork,
  phase: string,
  state: string,
  path: string | null,
])[] = [
  [
    "a workspace in the making",
    { session: { phase: { kind: "preparing", step: "setup" } } },
    "preparing",
    "working",
    null,
  ],
  ["at rest over running checks", { change: { round: { kind: "none" } } }, "resting", "idle", path],
  ["an open turn", { session: { phase: working() } }, "working", "working", path],
  ["a question", { session: { phase: asking(), incidents: [raised("question")] } }, "asking", "waiting", path],
  ["paused at rest", { session: { hold: { by: "pause" } } }, "yielding", "waiting", path],
  [
    "taken over at rest",
    { session: { hold: { by: "take_over", idleSinceMs: null, over: null } } },
    "yielding",
    "idle",
    path,
  ],
  ["paused with an open turn", { session: { phase: working(), hold: { by: "pause" } } }, "working", "working", path],
  [
    "held by an exit",
    { session: { hold: { by: "trouble" }, incidents: [raised("exited")] } },
    "resting",
    "error",
    path,
  ],
  [
    "a used-up budget",
    { session: { hold: { by: "trouble" }, incidents: [raised("budget")] } },
    "resting",
    "waiting",
    path,
  ],
  [
    "being stopped",
    { session: { phase: { kind: "ending", because: "stopped", keepWorkspace: false } } },
    "ending",
    "working",
    null,
  ],
  ["stopped", { session: { phase: ended("stopped") } }, "ended", "idle", null],
  ["failed", { session: { phase: ended("failed") } }, "ended", "error", null],
];

test.for(rows)("%s", ([, facts, phase, state, workspacePath]) => {
  expect(status(facts)).toMatchObject({ phase, state, workspacePath });
});

test("an open turn whose process cannot be seen is unknown, not dead and not working", () => {
  const notKnown = { why: "tmux did not answer", sinceMs: 0 };
  expect(status({ session: { phase: working() } }, { notKnown })?.state).toBe("unknown");
  expect(status({ session: {} }, { notKnown })?.state).not.toBe("unknown");
});

test("progress is what is known: checks of the current head, steps of the agent's plan, its last words", () => {
  const round = {
    ...reported("passed"),
    results: [check("passed"), check("failed", "h1", { name: "lint" }), check("running", "h1", { name: "e2e" })],
  };
  const facts: SpecialWork = {
    session: { phase: working(), lastWords: "Editing login.ts", steps: { done: 3, of: 7 } },
    change: { round },
  };
  expect(status(facts)?.progress).toEqual({
    steps: { done: 3, of: 7 },
    checks: { passed: 1, failed: 1, of: 3 },
    doing: "Editing login.ts",
  });
});

test("a check that the change does not need is not counted", () => {
  const round = reported("passed");
  const left = check("skipped", "h1", { name: "web", notNeeded: "no file in web/** changed" });
  const withLeft = round.kind === "reported" ? { ...round, results: [...round.results, left] } : round;
  expect(status({ change: { round: withLeft } })?.progress.checks).toEqual({ passed: 1, failed: 0, of: 1 });
});

test("progress that is not known is null, never zero", () => {
  expect(status({ session: { lastWords: "Done." }, change: { round: reported("passed", "older") } })?.progress).toEqual(
    { steps: null, checks: null, doing: null },
  );
});

test("the open change is shown, not a closed one beside it", () => {
  const facts = work();
  const [open] = facts.changes;
  const closed = {
    ...work({ change: { id: changeId("c0"), state: { kind: "closed" } } }).changes[0],
    ...{},
  } as NonNullable<typeof open>;
  const both = { ...facts, changes: [...facts.changes, closed] };
  expect(describeStatus(both, aRules(), at(2), nothing)?.change).toEqual({ id: "c1", state: "open", head: "h1" });
  expect(describeStatus({ ...facts, changes: [closed] }, aRules(), at(2), nothing)?.change?.state).toBe("closed");
  expect(describeStatus({ ...facts, changes: [] }, aRules(), at(2), nothing)?.change).toBeNull();
});

test("the last activity is the newest time that a fact carries", () => {
  expect(status({ session: { createdAtMs: 1 }, change: null })?.lastActivity).toBe(1);
  expect(status({ session: { phase: working({ lastSignMs: 5 }) }, change: null })?.lastActivity).toBe(5);
  expect(
    status({ change: null, messages: [aMessage({ state: { kind: "acknowledged", turn: aTurn().id, atMs: 8 } })] })
      ?.lastActivity,
  ).toBe(8);
  expect(
    status({ change: { incidents: [anIncident({ openedAtMs: 3, closed: { as: "green", atMs: 12 } })] } })?.lastActivity,
  ).toBe(12);
  expect(status({ session: { phase: ended("stopped") } })?.lastActivity).toBe(9 * MINUTE);
});

test("an ended session has no current task, a live one its title", () => {
  expect(status({ session: { phase: ended("stopped") } })?.currentTask).toBeNull();
  expect(status({})?.currentTask).toBe("Rate-limit the login form");
});

test("a change without a session has no status", () => {
  expect(status({ session: null })).toBeNull();
});

test("the rest is passed on as it is", () => {
  expect(status({ session: { branch: "agent/x", head: commitSha("h1") } })).toMatchObject({
    id: "app-7",
    agent: "command",
    branch: "agent/x",
    attention: { column: "checking" },
  });
});
