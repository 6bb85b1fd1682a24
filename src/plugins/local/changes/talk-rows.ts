/** What was said about changes: reviews, and threads of remarks. Nothing said is ever edited. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { ForgeFile } from "../forge-file.ts";
import { parseStored } from "../parse-json.ts";

export type ReviewKind = "approved" | "changes_requested" | "commented" | "dismissed";

export type ReviewRow = {
  readonly kind: ReviewKind;
  /** The commit the reviewer saw. */
  readonly head: CommitSha;
  readonly atMs: number;
  readonly author: Author;
  readonly text: string;
};

export type ThreadRow = {
  /** 1, 2, … within its change. */
  readonly n: number;
  readonly isOpen: boolean;
  readonly head: CommitSha;
  readonly path: string | null;
  readonly line: number | null;
  readonly remarks: readonly StoredRemark[];
};

export type StoredRemark = { readonly author: Author; readonly text: string; readonly atMs: number };

export type TalkRows = ReturnType<typeof createTalkRows>;

type Place = { readonly head: CommitSha; readonly path: string | null; readonly line: number | null };

export function createTalkRows({ db }: ForgeFile) {
  const reviews = db.prepare<[number], Omit<ReviewRow, "author"> & { author: string }>(
    "SELECT kind, head, at_ms AS atMs, author, text FROM reviews WHERE change = ? ORDER BY id",
  );
  const threads = db.prepare<[number], Place & { n: number; open: number }>(
    "SELECT n, open, head, path, line FROM threads WHERE change = ? ORDER BY n",
  );
  const remarks = db.prepare<[number], { thread: number; author: string; text: string; atMs: number }>(
    "SELECT thread, author, text, at_ms AS atMs FROM remarks WHERE change = ? ORDER BY id",
  );
  const addReview = db.prepare<[number, number, string, string, string, string]>(
    "INSERT INTO reviews (change, at_ms, kind, head, author, text) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const addThread = db.prepare<[number, number, string, string | null, number | null]>(
    "INSERT INTO threads VALUES (?, ?, 1, ?, ?, ?)",
  );
  const setOpen = db.prepare<[number, number, number]>("UPDATE threads SET open = ? WHERE change = ? AND n = ?");
  const addRemark = db.prepare<[number, number, number, string, string]>(
    "INSERT INTO remarks (change, thread, at_ms, author, text) VALUES (?, ?, ?, ?, ?)",
  );
  const rows = {
    reviews: (change: number): readonly ReviewRow[] =>
      reviews.all(change).map((review) => ({ ...review, author: parseStored<Author>(review.author) })),
    threads: (change: number): readonly ThreadRow[] => {
      const said = Map.groupBy(remarks.all(change), ({ thread }) => thread);
      return threads.all(change).map(({ open, ...thread }) => ({
        ...thread,
        isOpen: open === 1,
        remarks: (said.get(thread.n) ?? []).map(({ author, text, atMs }) => ({
          author: parseStored<Author>(author),
          text,
          atMs,
        })),
      }));
    },
    addReview: (change: number, { kind, head, atMs, author, text }: ReviewRow): void =>
      void addReview.run(change, atMs, kind, head, JSON.stringify(author), text),
    /** The number of the new thread. */
    openThread: (change: number, { head, path, line }: Place, first: StoredRemark): number => {
      const n = threads.all(change).length + 1;
      addThread.run(change, n, head, path, line);
      rows.addRemark(change, n, first);
      return n;
    },
    setOpen: (change: number, n: number, isOpen: boolean): void => void setOpen.run(Number(isOpen), change, n),
    addRemark: (change: number, n: number, { author, text, atMs }: StoredRemark): void =>
      void addRemark.run(change, n, atMs, JSON.stringify(author), text),
  };
  return rows;
}
