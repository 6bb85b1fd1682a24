/** What is written at GitLab. A note ends in the mark of its deed: where it is found, the deed was done. */
import type { IssueMove } from "../../../slots/tracker.ts";
import { chooseMomentLabel, listOwnLabels, type LabelMoves } from "../../remote/issue-labels.ts";
import { toRemoteResult, needRemote } from "../../remote/forge/trouble.ts";
import { writeOnce } from "../../remote/forge/writing.ts";
import { mark } from "../../remote/text/own-mark.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import type { Gitlab } from "../gitlab.ts";
import { parseAnything, parseIssue, type GitlabIssue } from "../parse-gitlab.ts";

type Done = RemoteResult<object>;

const nothing: Done = { ok: true, value: {} };

export type NoteRequest = {
  readonly iid: number;
  readonly text: string;
  /** The mark that ends it. */
  readonly signed: string;
  readonly by?: "person" | "loop";
};

/** The note is written last. */
export async function writeNoteOnce(
  gitlab: Gitlab,
  deed: NoteRequest,
  work: () => Promise<Done> = async () => nothing,
): Promise<Done> {
  const { iid, text, signed, by = "loop" } = deed;
  const notes = await gitlab.notes(iid, by);
  if (!notes.ok) return notes;
  if (notes.value.some(({ body }) => body.includes(signed))) return nothing;
  const worked = await work();
  if (!worked.ok || text === "") return worked;
  const body = { body: `${text}\n\n${signed}` };
  const request = { method: "POST", path: `issues/${iid}/notes`, body, by } as const;
  const write = async () => needRemote(await gitlab.ask(request, parseAnything));
  return toRemoteResult(() => writeOnce(gitlab.begun, `${iid} ${signed}`, write));
}

export function put(
  gitlab: Gitlab,
  iid: number,
  body: Readonly<Record<string, unknown>>,
  by: "person" | "loop" = "loop",
): Promise<RemoteResult<GitlabIssue>> {
  return gitlab.ask({ method: "PUT", path: `issues/${iid}`, body, by }, parseIssue);
}

/** One label of ours at a time, our account as assignee where nobody is, a link to the change. */
export async function showMove(gitlab: Gitlab, issue: GitlabIssue, moves: LabelMoves, move: IssueMove): Promise<Done> {
  const label = chooseMomentLabel(move.to, moves);
  if (label !== null) {
    const shown = await putLabel(gitlab, issue, moves, { label, isStart: move.to === "started" });
    if (!shown.ok) return shown;
  }
  const { change } = move;
  if (change === null || change.url === null) return nothing;
  const text = `Change: [${change.title}](${change.url})`;
  return writeNoteOnce(gitlab, { iid: issue.iid, text, signed: mark(`link:${move.issue}:${change.url}`) });
}

async function putLabel(
  gitlab: Gitlab,
  { iid, labels, assignees }: GitlabIssue,
  moves: LabelMoves,
  { label, isStart }: { readonly label: string; readonly isStart: boolean },
): Promise<Done> {
  const old = listOwnLabels(labels, moves).filter((one) => one !== label);
  const me = isStart && (assignees ?? []).length === 0 ? await gitlab.me() : null;
  if (me?.ok === false) return me;
  if (old.length === 0 && labels.includes(label) && me === null) return nothing;
  return put(gitlab, iid, {
    add_labels: label,
    ...(old.length === 0 ? {} : { remove_labels: old.join(",") }),
    ...(me === null ? {} : { assignee_ids: [me.value.id] }),
  });
}
