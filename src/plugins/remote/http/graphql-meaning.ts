/** What a GraphQL error means by its kind, as GitHub and Linear name them. */
import type { RemoteCode } from "./remote-result.ts";

export type GraphqlMeaning = RemoteCode | "unauthenticated";

/** An error as the other side names it. */
export type NamedError = {
  /** Empty: it names none. GitHub does so where its own execution broke, also after a mutation was done. */
  readonly kind: string;
  readonly isWrite: boolean;
};

const MEANINGS: readonly (readonly [form: RegExp, meaning: GraphqlMeaning])[] = [
  [/rate_?limit/i, "rate_limited"],
  [/^authentication|^unauthenticated/i, "unauthenticated"],
  [/not_?found/i, "gone"],
  [/conflict|stale/i, "conflict"],
  [/internal|unavailable|timeout|network|resource_?limits?_?exceeded/i, "unavailable"],
];

/** Said before anything is done. A write that ends in any other error may have been done. */
const REFUSALS =
  /forbidden|unprocessable|scopes|denied|not_?accessible|invalid|input|argument|undefined|missing|validation|parse|syntax|bad_?request|user_?error|restricted|feature|too_?complex|max_?node|usage_?limit/i;

export function readMeaning({ kind: written, isWrite }: NamedError): GraphqlMeaning {
  // Linear's types are words with spaces between them, its codes the same in capitals.
  const kind = written.replaceAll(" ", "_");
  const named = MEANINGS.find(([form]) => form.test(kind))?.[1];
  if (named !== undefined) return named;
  return kind === "" || (isWrite && !REFUSALS.test(kind)) ? "unavailable" : "refused";
}

export function readCode(error: NamedError): RemoteCode {
  const meaning = readMeaning(error);
  return meaning === "unauthenticated" ? "refused" : meaning;
}
