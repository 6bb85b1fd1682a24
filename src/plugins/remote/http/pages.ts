/**
 * Lists that come in pages: followed by the `Link` header, up to a number of items. A page that is too much for the other side
 * is asked for in smaller ones; the list is then read from its beginning, since pages of two sizes do not fit together.
 */
import { parseNextPage } from "./next-page.ts";
import { createPageSize, type PageSize } from "./page-size.ts";
import type { Remote, RemoteRequest } from "./remote.ts";
import { failRemote, type RemoteResult } from "./remote-result.ts";

export type ListPages = {
  readonly items: readonly unknown[];
  /** There were more pages than were asked for. */
  readonly isCut: boolean;
  /** Every page is what it was when last asked. */
  readonly isUnchanged: boolean;
};

/** `pagesMax`: pages of the size that is asked for at first; of smaller ones there may be more. */
export type ListReader = (ask: RemoteRequest, pagesMax: number) => Promise<RemoteResult<ListPages>>;

type Asking = Pick<Remote, "name" | "ask">;

/** The most that GitHub and GitLab give at once. */
const PAGE_SIZE = 100;
/** With fewer a list costs more requests than a limit allows for, and what is still too slow is slow for another reason. */
const PAGE_SIZE_MIN = 10;

/** Remembers for each kind of list how much of it is not too much. */
export function createListReader(remote: Asking, wallMs: () => number): ListReader {
  const sizes = new Map<string, PageSize>();
  const sizeFor = (ask: RemoteRequest, most: number): PageSize => {
    const kind = `${classifyList(ask)} ${most}`;
    const size = sizes.get(kind) ?? createPageSize({ most, least: PAGE_SIZE_MIN, wallMs });
    sizes.set(kind, size);
    return size;
  };
  return (ask, pagesMax) => {
    const most = Number(ask.query?.["per_page"] ?? PAGE_SIZE);
    return sizeFor(ask, most).asking((size) => {
      const query = { ...ask.query, per_page: size };
      return readPages(remote, { ...ask, query }, Math.ceil((pagesMax * most) / size));
    });
  };
}

/** Lists of the same kind differ in the number or the commit of what they belong to. */
const classifyList = ({ path }: RemoteRequest): string => path.replaceAll(/[^/]*\d[^/]*/g, "*");

async function readPages(remote: Asking, ask: RemoteRequest, pagesMax: number): Promise<RemoteResult<ListPages>> {
  const items: unknown[] = [];
  let isUnchanged = true;
  let next: RemoteRequest | null = ask;
  for (let page = 0; next !== null; page += 1) {
    if (page === pagesMax) return { ok: true, value: { items, isCut: true, isUnchanged } };
    const answer: Awaited<ReturnType<Remote["ask"]>> = await remote.ask(next);
    if (!answer.ok) return answer;
    const { body, headers } = answer.value;
    if (!Array.isArray(body)) return failRemote("unavailable", `${remote.name} answered with no list`);
    items.push(...body);
    isUnchanged &&= answer.value.isUnchanged;
    const path = parseNextPage(headers.get("link"));
    next = path === null ? null : { ...ask, path, query: {} };
  }
  return { ok: true, value: { items, isCut: false, isUnchanged } };
}
