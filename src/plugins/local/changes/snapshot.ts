/** A change as the core sees it. */
import type { ChangeSnapshot, ChangeState, Review, Thread } from "../../../domain/change/change.ts";
import { known, unknown } from "../../../domain/model/known.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { References } from "../../shared/references.ts";
import { toHead, type ChangeRow } from "./change-rows.ts";
import type { ReviewRow, TalkRows, ThreadRow } from "./talk-rows.ts";

export type Snap = (row: ChangeRow) => ChangeSnapshot;

export function createSnapshotter(talk: TalkRows, references: References): Snap {
  return (row) => ({
    id: references.change(row.number),
    version: row.version,
    title: row.title,
    author: row.author,
    branch: row.branch,
    base: row.base,
    head: toHead(row),
    ...(row.merge.mergeBase === null ? {} : { mergeBase: row.merge.mergeBase }),
    state: toChangeState(row),
    reviews: listReviews(talk.reviews(row.number)),
    threads: talk.threads(row.number).map((thread) => toThread(thread, references.thread(row.number, thread.n))),
    labels: row.labels,
    mergeable: row.merge.mergeable === null ? unknown(`${row.base} is not there`) : known(row.merge.mergeable),
    conflicts: row.merge.conflicts,
    theirs: row.merge.theirs,
    checks: null,
    paths: row.merge.paths,
    diffLines: row.merge.diffLines,
    owners: row.merge.owners,
  });
}

function toChangeState({ state, landed, head }: ChangeRow): ChangeState {
  return state === "landed" ? { kind: "landed", commit: landed ?? head } : { kind: state };
}

/** What somebody said before they took it back, or before somebody dismissed it, counts no more. */
function listReviews(rows: readonly ReviewRow[]): readonly Review[] {
  const counted: Review[] = [];
  for (const { kind, head, author: by } of rows) {
    if (kind === "commented") continue;
    if (kind === "dismissed")
      counted.splice(0, counted.length, ...counted.filter((said) => nameAuthor(said.by) !== nameAuthor(by)));
    else counted.push({ by, kind, head });
  }
  return counted;
}

const nameAuthor = (author: Author): string => (author.kind === "self" ? "" : author.name);

/**
 * Only what others said: the forge's text is told to agents, and their own answers must not come back to them. Further
 * words of a person change the text, which makes the thread news again.
 */
function toThread({ remarks, path, line, isOpen }: ThreadRow, id: Thread["id"]): Thread {
  const [first] = remarks;
  const author: Author = first?.author ?? { kind: "self" };
  const said = author.kind === "self" ? remarks.slice(0, 1) : remarks.filter((remark) => remark.author.kind !== "self");
  const text = said
    .map((remark) =>
      nameAuthor(remark.author) === nameAuthor(author) ? remark.text : `${nameAuthor(remark.author)}: ${remark.text}`,
    )
    .join("\n\n");
  return { id, author, text, place: path === null ? null : `${path}${line === null ? "" : `:${line}`}`, open: isOpen };
}
