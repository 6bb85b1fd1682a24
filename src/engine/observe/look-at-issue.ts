/** Looks at an issue that is about to be begun. */
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Arrival } from "../inbox/arrival.ts";
import { isCooling, noteLimit } from "../outbox/cool-down.ts";
import type { EngineDeps } from "../deps.ts";
import type { IssueLooks, IssueToSee } from "../issue-looks.ts";
import { toIssueArrival } from "./issue-arrival.ts";

/** Does a tracker keep what people say, so that it is worth a look? */
export const hasTalk = (deps: EngineDeps, project: ProjectId): boolean =>
  deps.slotsOf(project)?.tracker.desk !== undefined;

export async function lookAtIssue(
  deps: EngineDeps,
  looks: IssueLooks,
  { id, project }: IssueToSee,
): Promise<readonly Arrival[]> {
  const tracker = deps.slotsOf(project)?.tracker;
  if (tracker?.desk === undefined) return [];
  const fail = (): void => looks.note(id, null, deps.clock.wallMs());
  if (isCooling(deps, tracker.credential)) return (fail(), []);
  const read = await tracker.read(id);
  const shown = read.ok ? await tracker.desk.show(id) : read;
  if (shown.ok && "comments" in shown.value) {
    const comments = shown.value.comments.map(({ author, text }) => ({ author, text: deps.redact(text) }));
    looks.note(id, comments, deps.clock.wallMs());
  }
  if (!shown.ok) {
    fail();
    noteLimit(deps, tracker.credential, shown.error);
    deps.log.warn({ issue: id, project, error: shown.error }, "an issue could not be looked at before it is begun");
  }
  return read.ok ? [toIssueArrival(deps, project, read.value)] : [];
}
