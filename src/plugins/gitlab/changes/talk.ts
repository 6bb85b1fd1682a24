/** What was said about a merge request: discussions become threads, a review's own text among them. */
import type { Thread } from "../../../domain/change/change.ts";
import { commitSha, type ChangeId, type CommitSha, type ThreadId } from "../../../domain/model/ids.ts";
import type { ThreadRecord } from "../../../slots/change-reviewer.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { formatAnsweredMark, listSaid, formatThreadId, type ThreadRemark } from "../../remote/forge/changes/threads.ts";
import type { GitlabAuthors } from "../authors.ts";
import type { ReadDiscussion, ReadNote } from "./parse-change.ts";
import { listReviewRequests } from "./reviews.ts";

export type MergeDiscussions = { readonly threads: readonly Thread[]; readonly said: readonly ThreadRecord[] };

export async function collectTalk(
  people: GitlabAuthors,
  { id, head }: { readonly id: ChangeId; readonly head: CommitSha },
  discussions: readonly ReadDiscussion[],
): Promise<MergeDiscussions> {
  const threads: Thread[] = [];
  const said: ThreadRecord[] = [];
  for (const discussion of discussions.filter((one) => isThread(one, discussions))) {
    const notes = discussion.notes.filter(({ system }) => !system);
    const remarks = await listRemarks(people, notes);
    const thread = formatThreadId(id, discussion.id);
    const { path, line } = findThreadPlace(notes);
    // Anybody can compute the mark: it counts in our own words.
    const ours = notes.filter((_note, at) => remarks[at]?.author.kind === "self");
    const isStill = (of: ThreadId): boolean =>
      isUnsettled(notes) && !ours.some(({ body }) => body.includes(formatAnsweredMark(of)));
    const place = path === null ? null : `${path}${line === null ? "" : `:${line}`}`;
    threads.push(...listSaid(thread, remarks).map((one) => ({ ...one, place, open: isStill(one.id) })));
    const seen = notes[0]?.position?.head_sha;
    said.push({ id: thread, isOpen: isStill(thread), head: commitSha(seen ?? head), path, line, remarks });
  }
  return { threads, said };
}

/** Conversation below a merge request is none; what somebody said with their request for changes is. */
function isThread({ notes }: ReadDiscussion, all: readonly ReadDiscussion[]): boolean {
  const first = notes.find(({ system }) => !system);
  if (first === undefined) return false;
  return first.resolvable || listReviewRequests(all).some((request) => isSameDeed(request, first));
}

/** GitLab puts both there in one go. */
const TOGETHER_MS = 60_000;

const isSameDeed = (request: ReadNote, note: ReadNote): boolean =>
  request.author.id === note.author.id &&
  Math.abs(Date.parse(request.created_at) - Date.parse(note.created_at)) <= TOGETHER_MS;

const isUnsettled = (notes: readonly ReadNote[]): boolean => {
  const able = notes.filter(({ resolvable }) => resolvable);
  return able.length === 0 || able.some(({ resolved }) => resolved !== true);
};

function findThreadPlace([first]: readonly ReadNote[]): Pick<ThreadRecord, "path" | "line"> {
  const at = first?.position;
  return { path: at?.new_path ?? at?.old_path ?? null, line: at?.new_line ?? at?.old_line ?? null };
}

async function listRemarks(people: GitlabAuthors, notes: readonly ReadNote[]): Promise<readonly ThreadRemark[]> {
  const remarks: ThreadRemark[] = [];
  for (const { body, author, created_at: at } of notes)
    remarks.push({ author: await people.authorOf(author, body), text: cleanText(body), atMs: Date.parse(at) });
  return remarks;
}
