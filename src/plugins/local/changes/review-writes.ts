/** What people say about changes, and what agents answer. Each deed has a key and is done once. */
import type { Author } from "../../../domain/model/trust.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { LineComment, NewReview, ThreadReply } from "../../../slots/change-reviewer.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { WriteOnce, WriteResult } from "../deeds.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { IssueWrite } from "../issues/issue-writes.ts";
import type { References } from "../../shared/references.ts";
import { normalizeText, refuseWords } from "../../shared/issue-text.ts";
import { isOpenRow, type ChangeRow, type ChangeRows } from "./change-rows.ts";
import type { TalkRows, ThreadRow } from "./talk-rows.ts";

export type ReviewWrites = ReturnType<typeof reviewWrites>;

export type ReviewParts = {
  readonly file: ForgeFile;
  readonly rows: ChangeRows;
  readonly talk: TalkRows;
  readonly references: References;
  readonly once: WriteOnce;
};

/** All of these are called in turn with landings, never beside one. */
export function reviewWrites(parts: ReviewParts) {
  const { rows, talk, references, once } = parts;
  const on = <T>(change: string, request: IssueWrite, work: (row: ChangeRow) => WriteResult<T>): WriteResult<T> =>
    once(request.key, { change, ...request }, () => {
      const number = references.numberOf(change);
      const row = number === null ? null : rows.get(number);
      return row === null ? failed("gone", `There is no change ${change}.`) : work(row);
    });
  return {
    review: (review: NewReview & IssueWrite): WriteResult<null> =>
      on(review.change, review, (row) => say(parts, row, review)),
    /** Takes back what a reviewer said, as far as it holds up a landing. */
    dismiss: ({
      change,
      ...request
    }: IssueWrite & { readonly change: string; readonly reviewer: Author }): WriteResult<null> =>
      on(change, request, (row) => {
        const { reviewer: author } = request;
        talk.addReview(row.number, { kind: "dismissed", head: row.head, author, text: "", atMs: getNow(parts) });
        touch(parts, row);
        return ok(null);
      }),
    reply: (request: ThreadReply & IssueWrite): WriteResult<null> =>
      once(request.key, request, () => reply(parts, request)),
    answer: (request: Parameters<ScmPlugin["answerThread"]>[0]): WriteResult<null> => {
      const { thread, text, resolve } = request;
      const words = { thread, text, by: { kind: "self" }, ...(resolve ? { resolve } : {}) } as const;
      return once(request.key, request, () => reply(parts, words));
    },
  };
}

const getNow = ({ file }: ReviewParts): number => Math.trunc(file.wallMs());

function touch(parts: ReviewParts, row: ChangeRow): void {
  parts.rows.put({ ...row, version: parts.file.nextVersion(), changedMs: getNow(parts) });
}

function say(parts: ReviewParts, row: ChangeRow, review: NewReview & IssueWrite): WriteResult<null> {
  const { head = row.head, by: author, verdict: kind, comments = [] } = review;
  const text = normalizeText(review.text ?? "").trim();
  const refusal = refuseReview(row, { ...review, comments, text }) ?? refuseApproval(row, review);
  if (refusal !== null) return refusal;
  const atMs = getNow(parts);
  parts.talk.addReview(row.number, { kind, head, author, text, atMs });
  // A review's own words ask for an answer, too; those of an approval do not.
  if (text !== "" && kind !== "approved") {
    parts.talk.openThread(row.number, { head, path: null, line: null }, { author, text, atMs });
  }
  for (const { path, line, text: remark } of comments) {
    parts.talk.openThread(row.number, { head, path, line }, { author, text: normalizeText(remark).trim(), atMs });
  }
  touch(parts, row);
  return ok(null);
}

function reply(parts: ReviewParts, said: ThreadReply & { readonly by: Author }): WriteResult<null> {
  const { rows, talk, references } = parts;
  const place = references.threadOf(said.thread);
  const row = place === null ? null : rows.get(place.change);
  const thread = place === null ? undefined : talk.threads(place.change).find(({ n }) => n === place.n);
  if (row === null || thread === undefined) return failed("gone", `There is no review thread ${said.thread}.`);
  const words = normalizeText(said.text).trim();
  const refusal = refuseWords({ body: words });
  if (refusal !== null) return refusal;
  if (words !== "") talk.addRemark(row.number, thread.n, { author: said.by, text: words, atMs: getNow(parts) });
  talk.setOpen(row.number, thread.n, isOpenAfter(thread, said.by, words, said.resolve));
  touch(parts, row);
  return ok(null);
}

/** A person who says something more wants an answer; what an agent says settles nothing by itself. */
function isOpenAfter(thread: ThreadRow, by: Author, words: string, resolve: boolean | undefined): boolean {
  if (resolve !== undefined) return !resolve;
  return thread.isOpen || (by.kind === "person" && words !== "");
}

type Said = Pick<NewReview, "verdict"> & { readonly text: string; readonly comments: readonly LineComment[] };

function refuseReview(row: ChangeRow, { verdict, text, comments }: Said) {
  if (!isOpenRow(row)) return failed("refused", `Nothing was written: #${row.number} is ${row.state}.`);
  if (verdict !== "approved" && text === "" && comments.length === 0) {
    return failed("refused", "Nothing was written: say what should change, in general or at a line.");
  }
  if (comments.some((comment) => comment.path === "" || comment.text.trim() === "" || isBadLine(comment.line))) {
    return failed("refused", "Nothing was written: a comment needs a file, a line from 1 on, and a text.");
  }
  return refuseWords({ body: [text, ...comments.map((comment) => comment.text)].join("") });
}

function refuseApproval({ author, number }: ChangeRow, { verdict, by }: NewReview & IssueWrite) {
  if (verdict !== "approved") return null;
  if (by.kind === "self") {
    return failed("refused", "Nothing was written: an agent's approval does not count. A person has to look at it.");
  }
  const isOwn = by.kind === "person" && author.kind === "person" && author.name === by.name;
  if (!isOwn) return null;
  return failed("refused", `Nothing was written: #${number} is ${by.name}'s own. Somebody else has to approve it.`);
}

const isBadLine = (line: number | null): boolean => line !== null && (!Number.isInteger(line) || line < 1);
