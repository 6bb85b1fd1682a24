/** What waits for a person: one row a state, with its sentence. */
import { expect, test } from "vitest";
import { aMessage, anIncident, asking, byPerson, reported, told, working } from "../../../../test/fixtures/domain.ts";
import { MINUTE } from "../../../../test/fixtures/rules.ts";
import { type AttentionRow, seenAs } from "../../../../test/fixtures/seen-as.ts";
import { commitSha, incidentId } from "../../model/ids.ts";

const escalated = { owedBy: { kind: "person" }, escalation: byPerson } as const;
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

function withText(text: string) {
  const { question, ...phase } = asking();
  return { ...phase, question: { ...question, text } };
}

const rows: readonly AttentionRow[] = [
  {
    state: "a question",
    facts: {
      session: { phase: asking(), incidents: [anIncident({ trouble: "question", ...escalated })] },
      change: null,
    },
    expected: ["needs_you", "asks", 'Asks: "Redis or memory?" Waits for you.', "answer"],
  },
  {
    state: "a question after much talk",
    facts: {
      session: {
        phase: withText(
          "I read the issue. Two ways are open to us: a store of our own, or the one there is. Which one?\n\nThanks.",
        ),
        incidents: [anIncident({ trouble: "question", ...escalated })],
      },
      change: null,
    },
    expected: ["needs_you", "asks", 'Asks: "Which one?" Waits for you.', "answer"],
  },
  {
    state: "a question that is none by its sign",
    facts: {
      session: {
        phase: withText("Tell me the port."),
        incidents: [anIncident({ trouble: "question", ...escalated })],
      },
      change: null,
    },
    expected: ["needs_you", "asks", 'Asks: "Tell me the port." Waits for you.', "answer"],
  },
  {
    state: "a prepared reaction",
    facts: { change: { ...red, incidents: [anIncident()] }, messages: [aboutCi("prepared", 1)] },
    expected: [
      "needs_you",
      "prepared",
      "Checks failed: test. Message 1 to the agent is ready; you send it.",
      "approve_reaction",
    ],
  },
  {
    state: "retries used up",
    facts: { change: { ...red, incidents: [anIncident({ attempts: 2, ...escalated })] } },
    expected: [
      "needs_you",
      "retries-used",
      "Checks failed: test after 2 attempts. Automatic fixing has stopped.",
      "send",
    ],
  },
  {
    state: "a failure that is not for the agent",
    facts: { change: { ...red, incidents: [anIncident(escalated)] } },
    expected: ["needs_you", "escalated", "Checks failed: test. The agent was not notified. Waiting for you.", "send"],
  },
  {
    state: "an escalation while the agent still tries",
    facts: { session: { phase: working() }, change: { ...red, incidents: [told(3, { escalation: byPerson })] } },
    rules: { reactions: { "ci-failed": { retriesMax: 3 } } },
    expected: [
      "needs_you",
      "told-of",
      "Checks failed: test. You were notified; the agent is still trying, attempt 3 of 3.",
      "attach",
    ],
  },
  {
    state: "a person's own change in trouble",
    facts: { session: null, change: { ...red, incidents: [anIncident(escalated)] } },
    expected: [
      "needs_you",
      "person-change",
      "Checks failed: test. No session works on this change. Waits for you.",
      "diff",
    ],
  },
  {
    state: "a stuck agent",
    facts: {
      session: {
        phase: working({ lastSignMs: -30 * MINUTE, stuck: "raised" }),
        incidents: [sessionTrouble("stuck", "The agent has shown no sign for a while")],
      },
      change: null,
    },
    expected: [
      "needs_you",
      "stuck",
      "No sign of the agent for 32m. Automatic recovery has stopped. Waits for you.",
      "attach",
    ],
  },
  {
    state: "an agent that exited and is held",
    facts: {
      session: {
        hold: { by: "trouble" },
        incidents: [sessionTrouble("exited", "The agent's turn failed: exit code 137")],
      },
      change: null,
    },
    expected: [
      "needs_you",
      "exited",
      "The agent's turn failed: exit code 137. Automatic turns are held until you restart it.",
      "restart",
    ],
  },
  {
    state: "turns without a commit",
    facts: {
      session: { incidents: [sessionTrouble("idle", "The agent ended its turn without a commit")] },
      change: null,
    },
    expected: [
      "needs_you",
      "no-commit",
      "The agent ended its turn without a commit, also after a nudge. Waits for you.",
      "send",
    ],
  },
  {
    state: "a used-up budget",
    facts: {
      session: {
        hold: { by: "pause" },
        spent: { usd: 5.02, tokens: 0 },
        incidents: [sessionTrouble("budget", "The session's budget is used up ($5.02)")],
      },
      change: null,
    },
    expected: ["needs_you", "budget", "Spent $5.02 of $5. Paused; nothing is lost.", "resume"],
  },
  {
    state: "a used-up budget of tokens",
    facts: { session: { spent: { usd: 1, tokens: 2_100 }, incidents: [sessionTrouble("budget", "…")] }, change: null },
    rules: { perSession: { usd: 5, tokens: 2_000 } },
    expected: ["needs_you", "budget", "Spent 2100 of 2000 tokens. Paused; nothing is lost.", "resume"],
  },
  {
    state: "a used-up budget beside an exit",
    facts: {
      session: {
        incidents: [sessionTrouble("budget", "…"), sessionTrouble("exited", "The agent's turn failed: gone")],
      },
      change: null,
    },
    expected: [
      "needs_you",
      "exited",
      "The agent's turn failed: gone. Automatic turns are held until you restart it.",
      "restart",
    ],
  },
  {
    state: "a closed issue",
    facts: {
      session: { hold: { by: "trouble" }, incidents: [sessionTrouble("issue_closed", "The issue was closed")] },
      change: null,
    },
    expected: [
      "needs_you",
      "issue-closed",
      "Its issue was closed. Automatic turns are held until you resume or stop it.",
      "resume",
    ],
  },
  {
    state: "an effect set aside",
    facts: {
      session: { incidents: [sessionTrouble("effect", "publish head failed for good: no access")] },
      change: null,
    },
    expected: ["needs_you", "effect", "publish head failed for good: no access. Waits for you.", "restart"],
  },
  {
    state: "a pause",
    facts: { session: { hold: { by: "pause" } }, change: null, messages: [aMessage()] },
    expected: [
      "needs_you",
      "paused",
      "Paused by a person. 1 message waits. No automatic turn begins until you resume it.",
      "resume",
    ],
  },
  {
    state: "a process that cannot be seen for long",
    facts: { session: { phase: working() }, change: null },
    context: { notKnown: { why: "tmux did not answer", sinceMs: -9 * MINUTE } },
    expected: ["needs_you", "unknown", "State unknown for 11m: tmux did not answer. Waits for you.", "attach"],
  },
  {
    state: "nothing to do",
    facts: { change: null },
    expected: ["needs_you", "at-rest", "Idle, waiting for your message.", "send"],
  },
];

test.for(rows)("40: $state", (row) => {
  expect(seenAs(row)).toEqual(row.expected);
});
