/** The rule of the loops, and escalation. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("reaction");

export const reactionMutants = [
  mutant(
    "UNLIMITED",
    "retries are not counted",
    patch(
      "domain/incident/reaction.ts",
      'if (incident.attempts >= rule.retriesMax) return { kind: "silent", why: "retries_used" };',
      "",
    ),
  ),
  mutant(
    "ONE_RETRY_MORE",
    "one attempt more than the retries allow",
    patch(
      "domain/incident/reaction.ts",
      'if (incident.attempts >= rule.retriesMax) return { kind: "silent", why: "retries_used" };',
      'if (incident.attempts > rule.retriesMax) return { kind: "silent", why: "retries_used" };',
    ),
  ),
  mutant(
    "CLOCK_NEVER_STOPS",
    "the agent's clock runs on while the checks or a person have the next step",
    patch(
      "domain/incident/incident.ts",
      "if (incident.owedBy.kind === who) return incident;",
      'if (incident.owedBy.kind === who || incident.owedBy.kind === "agent") return incident;',
    ),
  ),
  mutant(
    "SLEEP_COUNTS",
    "the time a machine sleeps, or the daemon is down, counts as the agent's",
    patch("engine/counted-time.ts", "if (lateMs > limits.tickLateMs)", "if (lateMs > limits.tickLateMs && lateMs < 0)"),
  ),
  mutant(
    "NO_ESCALATE",
    "nobody is told when the retries are used up",
    patch(
      "domain/incident/escalation.ts",
      'if (incident.escalation.kind !== "none") return;',
      "if (home.kind !== null) return;",
    ),
  ),
  mutant(
    "ESC_DUP",
    "each failure escalates anew",
    patch("domain/incident/escalation.ts", 'if (incident.escalation.kind !== "none") return;', ""),
    patch(
      "domain/incident/escalation.ts",
      "`incident:${incident.id}`,",
      "`incident:${incident.id}:${draft.observation.id}`,",
    ),
  ),
  mutant(
    "TOLD_AGAIN",
    "the same failure on the same head is told again",
    patch(
      "domain/incident/reaction.ts",
      "return incident.toldFor !== null && isSameFailure(incident.toldFor, failure);",
      "return incident.closed !== null && failure.head === null;",
    ),
  ),
  mutant(
    "PREPARED_AGAIN",
    "each new face of a message that waits for a person is announced anew",
    patch("domain/incident/notify-agent.ts", "isAnnounced = !sent && !trouble.isWaiting", "isAnnounced = !sent"),
  ),
  mutant(
    "NEVER_TELL",
    "a failure is noted, and neither agent nor person hears of it",
    patch("domain/checks/settle-checks.ts", "  tellOfFailure(draft, change, incident, blamed);\n}", "}"),
  ),
];
