/**
 * Which issues the `query` of the settings chooses, as GitHub's search says. Search lags behind the issues themselves, and an issue
 * need not change for it: so the last answer is kept, and whoever came or went since is read again.
 */
import type { KeptFile } from "../../remote/forge/kept-file.ts";
import { needRemote } from "../../remote/forge/trouble.ts";
import type { GithubClient } from "../client.ts";
import { chosenDocument } from "../documents.ts";
import { parseChosen, type ChosenPage } from "./parse-chosen.ts";

/** What the settings ask for: all of these labels, this assignee, and what a search with these words finds. */
export type TrackerFilter = {
  readonly labels: readonly string[];
  readonly assignee: string | null;
  readonly query: string | null;
};

type Parts = { readonly client: GithubClient; readonly kept: KeptFile; readonly filter: TrackerFilter };
type Kept = { readonly words: string; readonly numbers: readonly number[] };

const [CHOSEN, NEWEST] = ["chosen", "newest"];
/** GitHub's search shows a thousand. */
const PAGES_MAX = 10;

/** Null: the settings have no query, and choose all. */
export function readChosen({ kept, filter }: Omit<Parts, "client">): ReadonlySet<number> | null {
  if (filter.query === null) return null;
  const known = kept.get<Kept>(CHOSEN, NEWEST)?.doc;
  return new Set(known?.words === filter.query ? known.numbers : []);
}

/** Asks anew; answers with those that came or went, or `all` where nothing was known of this query. */
export async function choose(parts: Parts): Promise<readonly number[] | "all"> {
  const { kept, filter } = parts;
  if (filter.query === null) return [];
  const before = kept.get<Kept>(CHOSEN, NEWEST)?.doc;
  const now = await search(parts, filter.query);
  kept.put(CHOSEN, NEWEST, { words: filter.query, numbers: [...now].toSorted((a, b) => a - b) });
  return before?.words === filter.query ? [...now.symmetricDifference(new Set(before.numbers))] : "all";
}

async function search({ client }: Parts, query: string): Promise<ReadonlySet<number>> {
  const words = `repo:${client.own.fullName()} is:issue is:open ${query}`;
  const numbers = new Set<number>();
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { nodes, pageInfo } = parseChosen(await client.query(chosenDocument, { words, after }));
    const repositories = new Set(nodes.flatMap((node) => (node === null ? [] : [nameRepository(node)])));
    // GitHub finds a renamed repository under its former name, too.
    if (repositories.size > 0 && !repositories.has(client.own.fullName())) needRemote(await client.own.learn());
    for (const node of nodes)
      if (node !== null && nameRepository(node) === client.own.fullName()) numbers.add(node.number);
    after = pageInfo.endCursor;
    if (!pageInfo.hasNextPage) break;
  }
  return numbers;
}

type Found = NonNullable<ChosenPage["nodes"][number]>;

const nameRepository = ({ repository }: Found): string => repository.nameWithOwner.toLowerCase();
