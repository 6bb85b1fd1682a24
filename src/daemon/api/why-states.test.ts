/** What `ao why` prints of a session, state by state: the sentence, the reasons, and what to type. */
import { expect, test } from "vitest";
import {
  aCandidate,
  aMessage,
  anIncident,
  approval,
  asked,
  asking,
  byPerson,
  made,
  queued,
  redBase,
  check,
  refusal,
  reported,
  theCandidate,
  thread,
  told,
  work,
  working,
} from "../../../test/fixtures/domain.ts";
import { aRules, at, landing, MINUTE } from "../../../test/fixtures/rules.ts";
import { noContext, type AttentionRow } from "../../../test/fixtures/seen-as.ts";
import { drawLines, createPen } from "../../cli/render/line.ts";
import { aTerminal } from "../../cli/testing/test-io.ts";
import { formatWhy } from "../../cli/views/session/why.ts";
import { commitSha, incidentId, sessionId } from "../../domain/model/ids.ts";
import { known } from "../../domain/model/known.ts";
import { createClockFormat } from "./moments.ts";
import { readWhyView } from "./sessions/why-view.ts";

type State = Omit<AttentionRow, "expected"> & { readonly says: string; readonly types: string | null };

const escalated = { owedBy: { kind: "person" }, escalation: byPerson } as const;
const [green, red] = [{ round: reported("passed") }, { round: reported("failed") }] as const;
const oneApproval = { policy: { approvals: 1 } };
const prepared = aMessage({
  cause: {
    ...{ kind: "incident", incident: incidentId("i1"), trouble: "ci", attempt: 1 },
    ...{ head: commitSha("h1"), fingerprint: "test:boom" },
  },
  state: { kind: "prepared" },
});
const yours = { reviewIsYours: true };
const inQueue = (state: Parameters<typeof aCandidate>[0]): Pick<State, "facts" | "rules" | "context"> => ({
  facts: { change: { ...green, queue: queued({ candidate: theCandidate }) } },
  rules: landing,
  context: { candidate: aCandidate(state) },
});
const ended = (because: "landed" | "stopped" | "failed") =>
  ({ phase: { kind: "ended", because, atMs: 0, rescueRef: null } }) as never;

const states: readonly State[] = [
  {
    state: "a workspace in the making",
    facts: { session: { phase: { kind: "preparing", step: "workspace" } }, change: null },
    ...{ says: "is at work: Creating its workspace.", types: null },
  },
  {
    state: "a session that begins after another",
    facts: { session: { phase: { kind: "preparing", step: "waiting", after: sessionId("app-6") } }, change: null },
    ...{ says: "is at work: Waits for app-6 to land; then it starts.", types: 'ao send app-7 "…"' },
  },
  {
    state: "a first turn that waits",
    facts: { change: null, messages: [aMessage()] },
    context: { waiting: "all 5 parallel turns are taken" },
    ...{ says: "is at work: Its first turn waits: all 5 parallel turns are taken.", types: 'ao send app-7 "…"' },
  },
  {
    state: "a turn whose message nobody has acknowledged",
    facts: { session: { phase: working({ acknowledged: false }), turns: 1 }, change: null },
    ...{ says: "is at work: Works on the task, turn 1. Not acknowledged yet.", types: "ao attach app-7" },
  },
  {
    state: "a question",
    facts: {
      session: { phase: asking(), incidents: [anIncident({ trouble: "question", ...escalated })] },
      change: null,
    },
    ...{ says: 'needs you: Asks: "Redis or memory?" Waits for you.', types: 'ao answer app-7 "…"' },
  },
  {
    state: "an agent that exited and is held",
    facts: {
      session: {
        hold: { by: "trouble" },
        incidents: [anIncident({ trouble: "exited", summary: "The agent's turn failed: exit code 137", ...escalated })],
      },
      change: null,
    },
    says: "needs you: The agent's turn failed: exit code 137. Automatic turns are held until you restart it.",
    types: "ao restart app-7",
  },
  {
    state: "a stuck agent",
    facts: {
      session: {
        phase: working({ lastSignMs: -30 * MINUTE, stuck: "raised" }),
        incidents: [anIncident({ trouble: "stuck", summary: "The agent has shown no sign", ...escalated })],
      },
      change: null,
    },
    says: "needs you: No sign of the agent for 32m. Automatic recovery has stopped. Waits for you.",
    types: "ao attach app-7",
  },
  {
    state: "a head on its way up",
    facts: { session: { publishing: commitSha("3f9c2ab77") }, change: null },
    ...{ says: "is being checked: 3f9c2ab is being pushed; the change opens next.", types: null },
  },
  {
    state: "running checks",
    facts: { change: { round: asked() } },
    ...{ says: "is being checked: Checks run on h1: `test` not finished.", types: "ao diff app-7" },
  },
  {
    state: "a failure that the agent mends",
    facts: { session: { phase: working() }, change: { ...red, incidents: [told(1)] } },
    ...{ says: "is at work: Fixing `test`, attempt 1 of 2.", types: "ao attach app-7" },
  },
  {
    state: "a failure that the base shows too",
    facts: { change: red, project: redBase(check("failed")) },
    says: "needs you: `test` fails on main, too. Nobody works on that. Fix main: ao triage --start",
    types: "ao diff app-7",
  },
  {
    state: "a message that waits for one key",
    facts: { change: { ...red, incidents: [anIncident()] }, messages: [prepared] },
    says: "needs you: Checks failed: test. Message 1 to the agent is ready; you send it.",
    types: "ao answer app-7 send",
  },
  {
    state: "retries used up",
    facts: { change: { ...red, incidents: [anIncident({ attempts: 2, ...escalated })] } },
    says: "needs you: Checks failed: test after 2 attempts. Automatic fixing has stopped.",
    types: 'ao send app-7 "…"',
  },
  {
    state: "a review that is yours",
    facts: { change: green },
    ...{ rules: oneApproval, context: yours },
    says: "needs you: Green on h1; 0 of 1 approvals. Waits for a review.",
    types: "ao review app-7 --approve",
  },
  {
    state: "a review that is another's",
    facts: { change: green },
    rules: oneApproval,
    ...{ says: "is in review: Green on h1; 0 of 1 approvals. Waits for a review.", types: "ao diff app-7" },
  },
  {
    state: "a review that the agent answered",
    facts: { change: { ...green, reviews: [refusal()] } },
    ...{ rules: oneApproval, context: yours },
    says: "needs you: The agent answered the review. Waits for maria.",
    types: "ao review app-7 --approve",
  },
  {
    state: "a protected path",
    facts: { change: { ...green, paths: [".github/ci.yml"] } },
    rules: { policy: { protectedPaths: [".github/**"] } },
    says: "needs you: It touches .github/ci.yml, which needs a person. Waits for your approval.",
    types: "ao review app-7 --approve",
  },
  {
    state: "a conflict that nobody resolves",
    facts: { change: { ...green, mergeable: known(false), conflicts: ["src/api.ts"] } },
    says: "needs you: Does not merge into main: src/api.ts. No automatic step is left.",
    types: 'ao send app-7 "…"',
  },
  {
    state: "approved and green, and a person lands",
    facts: { change: { ...green, reviews: [approval()] } },
    rules: oneApproval,
    says: "needs you: Approved by maria and green on h1. Ready for you to land (autonomy is `fix`).",
    types: "ao merge app-7",
  },
  {
    state: "in the queue",
    facts: { change: { ...green, queue: queued() } },
    rules: landing,
    ...{ says: "is landing: In the queue to land on main; waits for its turn.", types: "ao queue remove app-7" },
  },
  {
    state: "a candidate being checked",
    ...inQueue({ kind: "checking", made, round: 1, redBefore: null }),
    ...{ says: "is landing: Candidate k1-comm is being checked; it lands when green.", types: "ao queue remove app-7" },
  },
  {
    state: "a candidate that waits for the person's checkout",
    ...inQueue({ kind: "unpublished", made, judged: [], blockedBy: ["src/api.ts"] }),
    says: "needs you: Landing waits for your checkout: src/api.ts. It lands once that is clear.",
    types: "ao diff app-7",
  },
  {
    state: "a red base before a green change",
    facts: { change: green, project: redBase(check("failed")) },
    ...{ says: "needs you: Green on h1, while main fails: it lands if it fixes a failure.", types: "ao merge app-7" },
  },
  {
    state: "a pause",
    facts: { session: { hold: { by: "pause" } }, change: null },
    ...{ says: "needs you: Paused", types: "ao resume app-7" },
  },
  {
    state: "landed",
    facts: { session: ended("landed"), change: { state: { kind: "landed", commit: commitSha("9ab12cd77") } } },
    ...{ says: "is done: Landed as 9ab12cd.", types: "ao diff app-7" },
  },
  {
    state: "stopped",
    facts: { session: ended("stopped"), change: null },
    ...{ says: "is done: Stopped", types: "ao restore app-7" },
  },
  {
    state: "a process that cannot be seen",
    facts: { session: { phase: working(), turns: 1 }, change: null },
    context: { notKnown: { why: "the host did not answer", sinceMs: 0 } },
    ...{ says: "State unknown for 2m: the host did not answer.", types: "ao attach app-7" },
  },
  {
    state: "threads that wait for the agent",
    facts: {
      session: { phase: working() },
      change: {
        ...green,
        threads: [thread("t1")],
        incidents: [told(1, { trouble: "review", summary: "A review thread is open" })],
      },
    },
    ...{ says: "is at work: A review thread is open; the agent answers, attempt 1 of 2.", types: "ao attach app-7" },
  },
];

test.for(states)("$state", ({ facts, rules, context, says, types }) => {
  const printed = why({
    facts,
    ...(rules === undefined ? {} : { rules }),
    ...(context === undefined ? {} : { context }),
  });
  expect(printed.startsWith("app-7 ")).toBe(true);
  expect(printed).toContain(says);
  if (types !== null) expect(printed).toContain(types);
  else expect(printed).not.toMatch(/What changes this.*: ao /);
});

test("at least twenty states, no two of them alike", () => {
  expect(new Set(states.map(({ says }) => says)).size).toBeGreaterThanOrEqual(20);
});

/** At a terminal wide enough for every sentence. */
function why({ facts, rules, context }: Omit<AttentionRow, "state" | "expected">): string {
  const all = work(facts);
  if (all.session === null) throw new Error("no session");
  const board = {
    ...{ now: at(2), moments: createClockFormat(at(2)), redact: (text: string) => text },
    rulesOf: () => aRules(rules),
    factsOf: () => all,
    contextOf: () => ({ ...noContext, ...context }),
    labelsOf: () => [],
    driveOf: () => ({}),
    billedTo: () => null,
    waiting: () => null,
  };
  const view = readWhyView(board, { events: { ofSubject: () => [] } } as never, all, all.session);
  const pen = createPen(aTerminal(160, { LANG: "C.UTF-8", NO_COLOR: "1" }));
  return drawLines(formatWhy(view, at(2).wallMs, pen), pen);
}
