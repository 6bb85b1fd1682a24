/**
 * All that is said of a commit by check runs and statuses. A token may not be allowed to read check runs: then GitHub shows
 * nothing in their place, and what is left could be green. One more stands for those that were not read.
 */
import type { Gap } from "../../remote/http/graphql.ts";
import type { GraphqlPages } from "../changes/pages.ts";
import { parseCommit, type CommitPage, type ReadContext } from "../changes/parse-change.ts";
import type { Page } from "../changes/parse-page.ts";
import type { GithubClient } from "../client.ts";
import { commitDocument } from "../documents.ts";

export type AllContexts = {
  readonly contexts: readonly ReadContext[];
  /** Not all were shown, and they may be the next time. */
  readonly isPartial: boolean;
};

const UNREAD = "checks that cannot be read";
const nothing: Page<never> = { items: [], rest: null, hasGaps: false };

export async function readAllContexts(
  client: GithubClient,
  pages: GraphqlPages,
  { oid, statusCheckRollup }: Pick<CommitPage, "oid" | "statusCheckRollup">,
  gaps: readonly Gap[],
): Promise<AllContexts> {
  const missing = gaps.filter(isOfChecks);
  const { items, isCut, hasGaps } = await pages.onward<ReadContext>(statusCheckRollup ?? nothing, async (at) => {
    const more = await client.queryPartly(commitDocument, { oid, at });
    missing.push(...more.gaps.filter(isOfChecks));
    return parseCommit(more.data)?.statusCheckRollup ?? null;
  });
  const refused = missing.find(({ isRefused }) => isRefused);
  if (refused !== undefined)
    return { contexts: [...items, createUnreadContext("ERROR", `${refused.why}. ${PERMISSIONS}`)], isPartial: false };
  if (isCut)
    return {
      contexts: [...items, createUnreadContext("ERROR", "There are more than are read here.")],
      isPartial: false,
    };
  if (missing.length === 0 && !hasGaps) return { contexts: items, isPartial: false };
  return { contexts: [...items, createUnreadContext("PENDING", missing[0]?.why ?? "")], isPartial: true };
}

const isOfChecks = ({ path }: Gap): boolean => path.includes("statusCheckRollup");

const PERMISSIONS = "The token needs the permission to read checks and commit statuses.";

const createUnreadContext = (state: "ERROR" | "PENDING", description: string): ReadContext => ({
  ...{ __typename: "StatusContext", context: UNREAD, state, description, targetUrl: null },
});

export const isUnreadContext = (context: ReadContext): boolean =>
  context.__typename === "StatusContext" && context.context === UNREAD;
