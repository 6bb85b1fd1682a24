/** Lists that come in pages: followed by the `Link` header, up to a number of pages. */
import { nextPage } from "./next-page.ts";
import type { Remote, RemoteAsk } from "./remote.ts";
import { remoteFailure, type RemoteResult } from "./remote-result.ts";

export type Pages = {
  readonly items: readonly unknown[];
  /** There were more pages than were asked for. */
  readonly isCut: boolean;
  /** Every page is what it was when last asked. */
  readonly isUnchanged: boolean;
};

export async function askPages(
  remote: Pick<Remote, "name" | "ask">,
  ask: RemoteAsk,
  pagesMax: number,
): Promise<RemoteResult<Pages>> {
  const items: unknown[] = [];
  let isUnchanged = true;
  let next: RemoteAsk | null = ask;
  for (let page = 0; next !== null; page += 1) {
    if (page === pagesMax) return { ok: true, value: { items, isCut: true, isUnchanged } };
    const answer: Awaited<ReturnType<Remote["ask"]>> = await remote.ask(next);
    if (!answer.ok) return answer;
    const { body, headers } = answer.value;
    if (!Array.isArray(body)) return remoteFailure("unavailable", `${remote.name} answered with no list`);
    items.push(...body);
    isUnchanged &&= answer.value.isUnchanged;
    const path = nextPage(headers.get("link"));
    next = path === null ? null : { ...ask, path, query: {} };
  }
  return { ok: true, value: { items, isCut: false, isUnchanged } };
}
