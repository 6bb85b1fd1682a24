/** A session whose row cannot be read, as one entry among the others. */
import type { StatusView } from "../../../protocol/session/status.ts";
import type { UnreadableSession } from "../../../store/sessions/session-page.ts";
import type { ClockFormat } from "../moments.ts";

export function toUnreadableStatus(
  { id, project, branch, live, createdMs }: UnreadableSession,
  moments: ClockFormat,
): StatusView {
  const at = moments.counted(createdMs);
  return {
    ...{ id, project, branch, title: id, issue: null, labels: [], agent: "unknown", state: "error" },
    phase: live === 1 ? "resting" : "ended",
    attention: {
      ...{ column: live === 1 ? "needs_you" : "done", rank: 0, code: "unreadable", since: at, next: null },
      why: "It cannot be read: its row in the database is damaged. Others are not concerned; `ao doctor` says more.",
      act: [],
    },
    ...{ question: null, currentTask: null, workspacePath: null, change: null, lastActivity: at, lastWords: "" },
    progress: { steps: null, checks: null, doing: null },
    ...{ usage: { usd: 0, tokens: 0 }, context: null },
  };
}
