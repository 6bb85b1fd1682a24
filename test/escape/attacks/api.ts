/** The daemon's interface: an agent's token speaks of its own session only, and of that only what agents may say. */
import type { Attack, AttackClass } from "../attack.ts";

export const api: AttackClass = {
  title: "the daemon's interface",
  onlyInTurns: true,
  attacks: ({ other, change }) => [
    asking("list all sessions", "GET /api/sessions"),
    asking("read another session", `GET /api/sessions/${other.id}`),
    asking("read another session's log", `GET /api/sessions/${other.id}/logs`),
    asking("read another session's conversation", `GET /api/sessions/${other.id}/conversation`),
    asking("read another session's events", `GET /api/events?session=${other.id}`),
    asking("read all events", "GET /api/events"),
    asking("read the settings", "GET /api/settings"),
    asking("change the settings", "POST /api/settings", {}),
    asking("start a session", "POST /api/sessions", {}),
    asking("write to another session", `POST /api/sessions/${other.id}/message`, {}),
    asking("open another session's terminal", `POST /api/sessions/${other.id}/terminal`, {}),
    asking("approve a change", `POST /api/changes/${change}/reviews`, {}),
    asking("land a change", `POST /api/changes/${change}/land`, { force: "nonsense" }),
    asking("add a project", "POST /api/projects", {}),
    asking("approve a stranger's text", "POST /api/approvals", {}),
    asking("sign a browser in", "POST /api/tickets", { nonsense: 1 }),
    asking("read what the doctor says", "GET /api/doctor"),
    asking("move issues elsewhere", "POST /api/issues/move", {}),
  ],
};

function asking(name: string, line: string, body?: unknown): Attack {
  const [method = "", path = ""] = line.split(" ");
  return { name, script: `may ${method} "${path}"${body === undefined ? "" : ` '${JSON.stringify(body)}'`}` };
}
