/** The core: what is news, what is told, what was read. */
import { maskedOf, mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("decide");
const masked = maskedOf("decide");

export const decideMutants = [
  mutant(
    "KEY_RUN_URL",
    "the run is part of a failure's identity, so a re-run of it is news",
    patch(
      "domain/checks/settle-checks.ts",
      "fingerprint: fingerprintFailures(failed) },",
      "fingerprint: fingerprintFailures(failed) + draft.observation.id },",
    ),
  ),
  mutant(
    "ACCEPT_STALE",
    "an older snapshot of a change is taken for news",
    patch(
      "domain/core/late-news.ts",
      'return isOlder(known, observation.change) ? "an older snapshot of the change" : null;',
      "return null;",
    ),
  ),
  mutant(
    "ACK_ON_WRITE",
    "a message counts as read once it was written",
    patch("domain/session/phases/working.ts", "markWritten(draft, message);", "markAcknowledged(draft, message);"),
  ),
  mutant(
    "NO_RECEIPT",
    "a turn that ends has read its message, receipt or not",
    patch(
      "domain/turn/turn-end.ts",
      "if (message !== undefined && !read) settleUnread(draft, message, result, cutOff);",
      'if (message !== undefined) putMessage(draft, { ...message, state: { kind: "acknowledged", turn: id, atMs: 0 } });',
    ),
  ),
  mutant(
    "COUNTER_RESET_ON_HEAD",
    "a new head begins the counting anew",
    patch(
      "domain/change/settle-change.ts",
      'assignNextStep(ci, "ci", draft.now)',
      '{ ...assignNextStep(ci, "ci", draft.now), attempts: 0 }',
    ),
  ),
  mutant(
    "RESET_ON_OSC",
    "checks that run again end the incident, and its counter with it",
    patch(
      "domain/checks/settle-checks.ts",
      'if (outcome.kind === "green") onGreen(draft, change);',
      'if (outcome.kind === "green") onGreen(draft, change);\n  if (outcome.kind === "pending") closeAt(draft, changeHome(change), "ci", "green");',
    ),
  ),
  mutant(
    "FEED_OWN_WORDS",
    "our own answers to threads are told to the agent",
    patch(
      "domain/model/trust.ts",
      'if (author.kind === "self") return false;',
      'if (author.kind === "self") return true;',
    ),
  ),
  mutant(
    "STRANGERS_STEER",
    "unknown access counts as access",
    patch(
      "domain/model/trust.ts",
      'return author.kind === "bot" ? author.listed : author.canWrite.known && author.canWrite.value;',
      "return text.length >= approvedTexts.length;",
    ),
  ),
  mutant(
    "UNKNOWN_STEERS",
    "somebody of whom it is not known whether they may write steers agents",
    patch(
      "domain/model/trust.ts",
      "author.canWrite.known && author.canWrite.value",
      "(!author.canWrite.known || author.canWrite.value)",
    ),
  ),
  masked(
    "CHANGE_ROUND_IGNORED",
    "a result of an older round of a change's checks counts",
    {
      why: "the outcome of a run is recorded once, and one of another tree is refused by its tree; what is left is a run of this very tree, whose result is true of it",
      killedBy: { file: "src/domain/core/late-news.test.ts", test: "an older run of the same tree" },
    },
    patch("domain/core/late-news.ts", " && round.n === n", ""),
  ),
  mutant(
    "PUBLISH_OVER",
    "our push may replace whatever stands there",
    patch(
      "domain/change/publishing.ts",
      'return ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };',
      'return change !== undefined || ours ? { kind: "exactly", commit: change.head.commit } : { kind: "ancestors" };',
    ),
  ),
  mutant(
    "NO_REVALIDATE",
    "a message is sent although its head is gone",
    patch(
      "domain/turn/turn.ts",
      "return cause.head === null || cause.head === change.head.commit || isOurs;",
      "return true;",
    ),
  ),
  mutant(
    "FORGET_QUESTION",
    "a question is noted, and nobody is told",
    patch(
      "domain/turn/turn-end.ts",
      'escalate(draft, onSession, incident, draft.rules.reactions["agent-needs-input"].priority);',
      "giveReason(draft, incident.id);",
    ),
  ),
  mutant(
    "RESTART_LANDED",
    "an issue that had a session is given out again",
    patch("domain/issue/issue.ts", "issue.assigned === null && ", ""),
  ),
];
