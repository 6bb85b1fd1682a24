/** Which session is meant: by its exact id, or by its exact name or issue when only one session has it. Never by a part. */
import { issueId, sessionId, type SessionId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import { findMeant } from "../../../lib/text/nearest.ts";
import { parseIssueReference } from "../../../protocol/issue/issue-reference.ts";
import type { DaemonContext } from "../../context.ts";
import { refuse } from "../../http/refusal.ts";

type Known = Pick<DaemonContext, "store" | "projects">;

/** Of so many live sessions the nearest is looked for; it is only a hint. */
const NEAREST_OF_MAX = 500;

/** Where a project is named, its sessions come first; those of others are found all the same. */
export function findSession(context: Known, reference: string, project?: string): Session {
  const exact = findExactly(context, reference);
  if (exact !== null) return exact;
  const all = findCalled(context, reference);
  const own = all.filter((session) => session.project === project);
  const [first, ...others] = own.length === 0 ? all : own;
  if (first === undefined) throw refuseUnknownSession(context, reference);
  if (others.length === 0) return first;
  const candidates = [first, ...others].map(({ id }) => id);
  throw refuse("ambiguous", `${reference} names several sessions; nothing was done`, { candidates });
}

function findExactly({ store }: Known, id: string): Session | null {
  const found = store.sessions.get(sessionId(id));
  if (found !== null || !store.sessions.nameTaken(sessionId(id))) return found;
  const message = `${id} cannot be read: its row in the database is damaged; nothing was done`;
  throw refuse("conflict", message, { try: "ao doctor" });
}

function findCalled(context: Known, reference: string): readonly Session[] {
  const { store } = context;
  const named = listSessionIds(context, reference).flatMap((id) => store.sessions.get(id) ?? []);
  const found = [
    ...named,
    ...listIssueIds(context, reference).flatMap((issue) => store.sessions.ofIssue(issueId(issue))),
  ];
  return [...new Map(found.map((session) => [session.id, session])).values()];
}

function listSessionIds({ projects }: Known, name: string): readonly SessionId[] {
  const prefixes = new Set(projects.all().flatMap(({ id, settings }) => [settings.sessionPrefix, id]));
  return [...prefixes].map((prefix) => sessionId(`${prefix}-${name.toLowerCase()}`));
}

function listIssueIds({ projects }: Known, reference: string): readonly string[] {
  const short = parseIssueReference(reference);
  const ofProjects = projects
    .all()
    .flatMap(({ id, settings }) => [`${id}#${short}`, `${id}~${settings.tracker.plugin}#${short}`]);
  return [...new Set([reference, short, ...ofProjects])];
}

function refuseUnknownSession({ store }: Known, reference: string) {
  const live = store.sessions.page({ live: null, project: null, before: null, limit: NEAREST_OF_MAX });
  const candidates = findMeant(
    reference,
    live.map(({ id }) => id),
  );
  const [meant] = candidates;
  const message = `there is no session ${JSON.stringify(reference).slice(1, -1)}; nothing was done`;
  return meant === undefined
    ? refuse("not_found", message, { try: "ao list --all" })
    : refuse("not_found", message, { try: `ao status ${meant}`, candidates: [...candidates] });
}
