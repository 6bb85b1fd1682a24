/** What a GraphQL error means by its kind, as GitHub and Linear name them. */
import type { RemoteCode } from "./remote-result.ts";

export type GraphqlMeaning = RemoteCode | "unauthenticated";

const MEANINGS: readonly (readonly [form: RegExp, meaning: GraphqlMeaning])[] = [
  [/rate_?limit/i, "rate_limited"],
  [/^authentication|^unauthenticated/i, "unauthenticated"],
  [/not_?found/i, "gone"],
  [/conflict|stale/i, "conflict"],
  [/internal|unavailable|timeout|network/i, "unavailable"],
];

export const meaningOf = (kind: string): GraphqlMeaning => MEANINGS.find(([form]) => form.test(kind))?.[1] ?? "refused";

export function remoteCodeOf(kind: string): RemoteCode {
  const meaning = meaningOf(kind);
  return meaning === "unauthenticated" ? "refused" : meaning;
}
