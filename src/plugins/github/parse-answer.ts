import { createParser } from "../remote/forge/parse-answer.ts";
import { RemoteTrouble } from "../remote/forge/trouble.ts";
import type { Gap, Partly } from "../remote/http/graphql.ts";
import { failRemote } from "../remote/http/remote-result.ts";

export const parsed = createParser("GitHub");

/** What cannot be read for something that is missing in it is told in GitHub's own words for that. */
export function parsePartly<T>({ data, gaps }: Partly, parse: (data: unknown) => T): T {
  try {
    return parse(data);
  } catch (error) {
    const [gap] = gaps;
    if (gap === undefined || !(error instanceof RemoteTrouble)) throw error;
    throw toTrouble(gap);
  }
}

const toTrouble = ({ why, isRefused }: Gap): RemoteTrouble =>
  new RemoteTrouble(
    failRemote(isRefused ? "refused" : "unavailable", `GitHub did not show it: ${why}`, { said: why }).error,
  );
