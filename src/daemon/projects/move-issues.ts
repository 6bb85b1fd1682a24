/**
 * Takes open issues from one desk to another: each is opened there once, with a link to where it was, and then closed here with a
 * link to where it is. What is blocked comes after what blocks it. Done again after it was cut off, it goes on where it was.
 */
import type { IssueId } from "../../domain/model/ids.ts";
import type { Author } from "../../domain/model/trust.ts";
import type { IssueEditor, IssueDetail, ListedIssue } from "../../slots/issue-editor.ts";
import { ok, type SlotResult } from "../../slots/result.ts";

export type IssueTransfer = {
  readonly from: IssueEditor;
  readonly to: IssueEditor;
  readonly by: Author;
  /** What every issue there must have to be seen. */
  readonly labels: readonly string[];
  /** Why this one stays; null: it goes. */
  readonly whyNot: (issue: IssueDetail) => string | null;
  /** It is there now. */
  readonly onMoved: (from: IssueDetail, to: IssueDetail) => void;
};

export type MovedIssue = { readonly from: IssueId; readonly to: IssueId; readonly title: string };
export type LeftIssue = { readonly id: IssueId; readonly title: string; readonly why: string };
export type MovedIssues = { readonly moved: readonly MovedIssue[]; readonly left: readonly LeftIssue[] };

type Failed = Extract<Awaited<ReturnType<IssueEditor["edit"]>>, { ok: false }>;
type Answer<T> = { readonly ok: true; readonly value: T } | Failed;
type Pair = { readonly from: IssueDetail; readonly to: IssueDetail };

export async function moveIssues(move: IssueTransfer): Promise<Answer<MovedIssues>> {
  const listed = await move.from.list({ all: false });
  if (!listed.ok) return listed;
  const pairs: Pair[] = [];
  const left: LeftIssue[] = [];
  for (const issue of sortBlockersFirst(listed.value)) {
    const why = move.whyNot(issue) ?? explainHeldBack(issue, left);
    if (why !== null) {
      left.push({ id: issue.id, title: issue.title, why });
      continue;
    }
    const opened = await open(move, issue, pairs);
    if (!opened.ok) return opened;
    pairs.push({ from: issue, to: opened.value });
  }
  // All are there before the first is closed: what is cut off before then is only done again.
  for (const { from, to } of pairs) {
    const text = `Moved to ${formatLink(to)}.`;
    const deed = { as: "not_planned", text, by: move.by, key: `moved-away:${from.id}` } as const;
    const closed = await move.from.setState(from.id, deed);
    if (!closed.ok) return closed;
  }
  return ok({ moved: pairs.map(({ from, to }) => ({ from: from.id, to: to.id, title: from.title })), left });
}

const formatLink = ({ id, webUrl }: IssueDetail): string => webUrl ?? `\`${id}\``;

/** What waits for one that stays would begin too early elsewhere. */
function explainHeldBack({ blockedBy }: IssueDetail, left: readonly LeftIssue[]): string | null {
  const blocker = left.find(({ id }) => blockedBy.includes(id));
  return blocker === undefined ? null : `it waits for ${blocker.id}, which stays`;
}

async function open(
  move: IssueTransfer,
  issue: IssueDetail,
  pairs: readonly Pair[],
): Promise<SlotResult<IssueDetail, Codes>> {
  const { title, text, labels, priority, blockedBy } = issue;
  const copy: ListedIssue = {
    ...{ title, priority, labels: [...new Set([...labels, ...move.labels])] },
    body: `${text}\n\nMoved from ${formatLink(issue)}.`.trim(),
    blockedBy: pairs.flatMap(({ from, to }) => (blockedBy.includes(from.id) ? [to.id] : [])),
  };
  const made = await move.to.create([copy], { by: move.by, key: `moved:${issue.id}` });
  if (!made.ok) return made;
  const [id = issue.id] = made.value;
  const shown = await move.to.show(id);
  if (shown.ok) move.onMoved(issue, shown.value);
  return shown;
}

type Codes = Failed["error"]["code"];

/** Blockers first; those in a circle come as they are. */
function sortBlockersFirst(issues: readonly IssueDetail[]): readonly IssueDetail[] {
  const placed: IssueDetail[] = [];
  let rest = [...issues];
  while (rest.length > 0) {
    const free = rest.filter(({ blockedBy }) => !rest.some(({ id }) => blockedBy.includes(id)));
    const next = free.length === 0 ? rest : free;
    placed.push(...next);
    rest = rest.filter((issue) => !next.includes(issue));
  }
  return placed;
}
