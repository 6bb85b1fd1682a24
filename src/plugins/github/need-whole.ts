import { RemoteTrouble } from "../remote/forge/trouble.ts";
import type { Partly } from "../remote/http/graphql.ts";
import { failRemote } from "../remote/http/remote-result.ts";

/** An answer of which parts are missing because they were too much is none. */
export function needWhole(answer: Partly): Partly {
  const gap = answer.gaps.find((one) => one.isTooMuch);
  if (gap === undefined) return answer;
  const failure = failRemote("unavailable", `GitHub broke off: ${gap.why}`, { status: 504, said: gap.why });
  throw new RemoteTrouble(failure.error);
}
