/** Of what an issue has many of, Linear gives a page at a time. Here an issue gets the rest of it. */
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { REST } from "./documents.ts";
import type { SendLinear } from "./linear-ask.ts";
import { parseRest, type LinearEntry, type LinearIssue } from "./parse-linear.ts";

const LISTS = ["labels", "inverseRelations", "children", "history"] as const;
type ListName = (typeof LISTS)[number];

/** Of a hundred each. What goes on after them stays marked as cut. */
const PAGES_MAX = 10;
const ISSUES_MAX = 5_000;

export type WholeIssues = (issue: LinearIssue, by?: "person") => Promise<RemoteResult<LinearIssue>>;

/** Old entries of a history do not change: each is read once as long as nothing is forgotten. */
export function createIssueCompleter(ask: SendLinear): WholeIssues {
  const kept = new Map<string, readonly LinearEntry[]>();
  return async (issue, by = undefined) => {
    let whole = addKept(issue, kept.get(issue.id) ?? []);
    for (const name of LISTS) {
      const read = await addRest(ask, whole, name, by);
      if (!read.ok) return read;
      whole = read.value;
    }
    if (issue.history.pageInfo.hasNextPage && !whole.history.pageInfo.hasNextPage) {
      if (kept.size >= ISSUES_MAX) kept.clear();
      kept.set(issue.id, whole.history.nodes);
    }
    return { ok: true, value: whole };
  };
}

/** Where the newest come first and reach what is known, the rest is known, too. */
function addKept(issue: LinearIssue, kept: readonly LinearEntry[]): LinearIssue {
  const { nodes, pageInfo } = issue.history;
  const [newest, oldest] = [nodes[0], nodes.at(-1)];
  const at = kept.findIndex(({ id }) => id === oldest?.id);
  if (!pageInfo.hasNextPage || at < 0 || parseTime(newest) < parseTime(oldest)) return issue;
  return { ...issue, history: { nodes: [...nodes, ...kept.slice(at + 1)], pageInfo: { hasNextPage: false } } };
}

const parseTime = (entry: LinearEntry | undefined): number => Date.parse(entry?.updatedAt ?? "");

async function addRest(
  ask: SendLinear,
  issue: LinearIssue,
  name: ListName,
  by: "person" | undefined,
): Promise<RemoteResult<LinearIssue>> {
  let whole = issue;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { hasNextPage, endCursor = null } = whole[name].pageInfo;
    if (!hasNextPage || endCursor === null) break;
    const wanted = Object.fromEntries(LISTS.map((one) => [one, one === name]));
    const variables = { id: issue.id, after: endCursor, ...wanted };
    const read = await ask({ document: REST, variables, ...(by === undefined ? {} : { by }) }, parseRest);
    if (!read.ok) return read;
    whole = joinRest(whole, read.value.issue);
  }
  return { ok: true, value: whole };
}

type Rest = { readonly [Name in ListName]?: LinearIssue[Name] | undefined };

function joinRest(issue: LinearIssue, { labels, inverseRelations, children, history }: Rest): LinearIssue {
  return {
    ...issue,
    ...(labels === undefined ? {} : { labels: joinPages(issue.labels, labels) }),
    ...(inverseRelations === undefined
      ? {}
      : { inverseRelations: joinPages(issue.inverseRelations, inverseRelations) }),
    ...(children === undefined ? {} : { children: joinPages(issue.children, children) }),
    ...(history === undefined ? {} : { history: joinPages(issue.history, history) }),
  };
}

type Paged<T> = { nodes: T[]; pageInfo: LinearIssue["labels"]["pageInfo"] };

const joinPages = <T>(first: Paged<T>, { nodes, pageInfo }: Paged<T>): Paged<T> => ({
  nodes: [...first.nodes, ...nodes],
  pageInfo,
});
