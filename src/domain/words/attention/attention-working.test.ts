/** What the agents do: one row a state, with its sentence. */
import { expect, test } from "vitest";
import {
  aMessage,
  anIncident,
  asking,
  aTurn,
  byPerson,
  reported,
  told,
  working,
} from "../../../../test/fixtures/domain.ts";
import { MINUTE } from "../../../../test/fixtures/rules.ts";
import { type AttentionRow, seenAs } from "../../../../test/fixtures/seen-as.ts";
import { commitSha, incidentId, sessionId } from "../../model/ids.ts";

const escalated = { owedBy: { kind: "person" }, escalation: byPerson } as const;
const green = { round: reported("passed") } as const;
const red = { round: reported("failed") } as const;
const aboutCi = (state: "prepared" | "queued", attempt: number) =>
  aMessage({
    cause: {
      kind: "incident",
      incident: incidentId("i1"),
      trouble: "ci",
      attempt,
      head: commitSha("h1"),
      fingerprint: "test:boom",
    },
    state: { kind: state },
  });
const sessionTrouble = (trouble: "exited" | "idle" | "budget" | "issue_closed" | "effect" | "stuck", summary: string) =>
  anIncident({ trouble, summary, attempts: 3, ...escalated });

const silence = anIncident({ trouble: "stuck", summary: "The agent has shown no sign for a while" });

const cutOff = { by: "person", sinceMs: 0, killed: false } as const;
const question = { id: "q1", text: "Redis or memory?", choices: [], answered: true, earlier: [] };
const answeredInside = { kind: "asking", workspacePath: "/w", question, turn: aTurn() } as const;

const rows: readonly AttentionRow[] = [
  {
    state: "a workspace in the making",
    facts: { session: { phase: { kind: "preparing", step: "workspace" } }, change: null },
    expected: ["working", "preparing", "Creating its workspace.", null],
  },
  {
    state: "a session that begins after another",
    facts: { session: { phase: { kind: "preparing", step: "waiting", after: sessionId("app-6") } }, change: null },
    expected: ["working", "waits-for-session", "Waits for app-6 to land; then it starts.", "send"],
  },
  {
    state: "setup running",
    facts: { session: { phase: { kind: "preparing", step: "setup" } }, change: null },
    expected: ["working", "setup", "Workspace ready; setup runs. The first turn follows.", null],
  },
  {
    state: "a first turn that waits for its place",
    facts: { change: null, messages: [aMessage()] },
    context: { waiting: "all 5 parallel turns are taken" },
    expected: ["working", "waits-for-turn", "Its first turn waits: all 5 parallel turns are taken.", "send"],
  },
  {
    state: "a turn that a person interrupted",
    facts: { session: { phase: working({ cutOff: { ...cutOff, then: "rest" } }), turns: 1 }, change: null },
    expected: ["working", "cut-off", "Was interrupted; its turn ends in a moment.", "attach"],
  },
  {
    state: "a turn that a person restarts",
    facts: { session: { phase: working({ cutOff: { ...cutOff, then: "again" } }), turns: 1 }, change: null },
    expected: ["working", "cut-off", "Was interrupted; its turn begins again in a moment.", "attach"],
  },
  {
    state: "a question within a turn that a person has answered",
    facts: { session: { phase: answeredInside, incidents: [anIncident({ trouble: "question" })] }, change: null },
    expected: ["working", "answered", "Your answer is on its way to the agent.", "attach"],
  },
  {
    state: "a first turn about to begin",
    facts: { change: null, messages: [aMessage()] },
    expected: ["working", "waits-for-turn", "Its first turn begins in a moment.", "send"],
  },
  {
    state: "a fix that waits for its place",
    facts: { change: { ...red, incidents: [told(2)] }, messages: [aboutCi("queued", 2)] },
    context: { waiting: "the project is paused" },
    expected: ["working", "waits-for-turn", "Attempt 2 at the fix waits: the project is paused.", "send"],
  },
  {
    state: "an agent that crashed and is started again",
    facts: {
      session: { restartAtMs: 130_000, incidents: [anIncident({ trouble: "exited", attempts: 2 })] },
      change: null,
      messages: [aMessage({ cause: { kind: "restore", of: null } })],
    },
    expected: ["working", "restarting", "The agent crashed; it restarts in 10s (attempt 2 of 2).", "restart"],
  },
  {
    state: "an agent that ended without reading its message",
    facts: { session: { restartAtMs: 122_000 }, change: null, messages: [aMessage({ deliveries: 1 })] },
    expected: [
      "working",
      "restarting",
      "The agent ended without reading its message; it restarts in 2s (attempt 2 of 3).",
      "restart",
    ],
  },
  {
    state: "the first turn",
    facts: {
      session: { phase: working(), turns: 1 },
      change: null,
      messages: [aMessage({ state: { kind: "acknowledged", turn: aTurn().id, atMs: 0 } })],
    },
    expected: ["working", "working", "Works on the task, turn 1.", "attach"],
  },
  {
    state: "a turn whose message is not acknowledged",
    facts: { session: { phase: working({ acknowledged: false }), turns: 1 }, change: null },
    expected: ["working", "working", "Works on the task, turn 1. Not acknowledged yet.", "attach"],
  },
  {
    state: "a message by a person",
    facts: {
      session: { phase: working() },
      change: null,
      messages: [aMessage({ cause: { kind: "person", by: "maria" } })],
    },
    expected: ["working", "working", "Works on a message by maria.", "attach"],
  },
  {
    state: "an answer being read",
    facts: {
      session: { phase: working() },
      change: null,
      messages: [aMessage({ cause: { kind: "answer", questionId: "q1" } })],
    },
    expected: ["working", "working", "Continuing with your answer.", "attach"],
  },
  {
    state: "a restore turn",
    facts: {
      session: { phase: working() },
      change: null,
      messages: [aMessage({ cause: { kind: "restore", of: null } })],
    },
    expected: ["working", "restoring", "Goes on where its last turn was cut off.", "attach"],
  },
  {
    state: "a nudged turn",
    facts: {
      session: { phase: working() },
      change: null,
      messages: [aMessage({ cause: { kind: "nudge", about: "no_commit" } })],
    },
    expected: ["working", "nudged", "Was nudged (no commit) and goes on.", "attach"],
  },
  {
    state: "checks being fixed",
    facts: { session: { phase: working() }, change: { ...red, incidents: [told(2)] } },
    rules: { reactions: { "ci-failed": { retriesMax: 3 } } },
    expected: ["working", "fixing-checks", "Fixing `test`, attempt 2 of 3.", "attach"],
  },
  {
    state: "a review being answered",
    facts: {
      session: { phase: working() },
      change: { ...green, incidents: [told(1, { trouble: "review", summary: "3 review threads are open" })] },
    },
    expected: ["working", "fixing-review", "3 review threads are open; the agent answers, attempt 1 of 2.", "attach"],
  },
  {
    state: "a conflict with its agent",
    facts: {
      session: { phase: working() },
      change: { incidents: [told(1, { trouble: "conflict", summary: "Does not merge into main: src/api.ts" })] },
    },
    expected: [
      "working",
      "rebasing",
      "Does not merge into main: src/api.ts; the agent merges, attempt 1 of 1.",
      "attach",
    ],
  },
  {
    state: "a turn that goes on while paused",
    facts: { session: { phase: working(), turns: 2, hold: { by: "pause" } }, change: null },
    expected: ["working", "working", "Works on the task, turn 2. Then it rests: paused.", "attach"],
  },
  {
    state: "an answer that waits for its turn",
    facts: {
      session: { phase: asking() },
      change: null,
      messages: [aMessage({ cause: { kind: "answer", questionId: "q1" } })],
    },
    context: { waiting: "all 5 parallel turns are taken" },
    expected: ["working", "answered", "Your answer waits: all 5 parallel turns are taken.", "attach"],
  },
  {
    state: "a nudged silence",
    facts: {
      session: { phase: working({ lastSignMs: -10 * MINUTE, stuck: "nudged" }), incidents: [silence] },
      change: null,
    },
    expected: ["working", "still", "No sign of the agent for 12m. It was nudged; next it is interrupted.", "attach"],
  },
  {
    state: "an interrupted silence",
    facts: {
      session: { phase: working({ lastSignMs: -20 * MINUTE, stuck: "interrupted" }), incidents: [silence] },
      change: null,
    },
    expected: ["working", "still", "No sign of the agent for 22m. It was interrupted; next it begins again.", "attach"],
  },
  {
    state: "a nudged agent that shows a sign again",
    facts: { session: { phase: working({ stuck: "nudged" }), turns: 1 }, change: null },
    expected: ["working", "working", "Works on the task, turn 1.", "attach"],
  },
  {
    state: "an agent that came back by itself",
    facts: {
      session: {
        phase: working(),
        turns: 1,
        incidents: [sessionTrouble("stuck", "The agent has shown no sign for a while")],
      },
      change: null,
    },
    expected: ["working", "working", "Works on the task, turn 1.", "attach"],
  },
  {
    state: "a take-over",
    facts: { session: { hold: { by: "take_over", idleSinceMs: null, over: null } }, change: null },
    expected: [
      "working",
      "taken-over",
      "A person works in it. Automatic turns wait until it is handed back.",
      "release",
    ],
  },
  {
    state: "a take-over that was left",
    facts: { session: { hold: { by: "take_over", idleSinceMs: 0, over: null } }, change: null },
    expected: ["working", "taken-over", "The person who took over has left. It is handed back in 13m.", "release"],
  },
  {
    state: "a process that cannot be seen",
    facts: { session: { phase: working() }, change: null },
    context: { notKnown: { why: "tmux did not answer", sinceMs: 0 } },
    expected: ["working", "unknown", "State unknown for 2m: tmux did not answer. Checking again.", "attach"],
  },
  {
    state: "a workspace that cannot be made",
    facts: { session: { phase: { kind: "preparing", step: "workspace" } }, change: null },
    context: { triedAgain: "The disk did not take it: no space left on device." },
    expected: [
      "working",
      "preparing",
      "Not done yet: The disk did not take it: no space left on device. Retrying.",
      null,
    ],
  },
];

test.for(rows)("40: $state", (row) => {
  expect(seenAs(row)).toEqual(row.expected);
});
