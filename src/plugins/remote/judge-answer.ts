/** What an answer means for whoever asked: a table from status, headers and the other side's words. */
import { meaningOf, remoteCodeOf } from "./graphql-meaning.ts";
import type { LimitsTold } from "./limits-told.ts";
import type { Ended } from "./quota.ts";
import { remoteFailure, type RemoteFailure } from "./remote-result.ts";

export type Heard = {
  /** As people know the other side: GitHub, Jira. */
  readonly name: string;
  readonly status: number;
  readonly told: LimitsTold;
  /** The other side's own words, already redacted; empty where all is well. */
  readonly said: string;
  /** The kinds of errors that a GraphQL answer names; its status tells little: Linear says 400 to a limit, GitHub 200. */
  readonly errors: readonly string[];
  readonly nowMs: number;
};

type Limited = Ended["limited"];

/** A token that is not accepted any more may be mended by a person: it rests, and nothing that waits is lost. */
const TOKEN_REST_MS = 5 * 60_000;

/** Must the credential rest: for a limit, or because it is none any more? Until when, where anything says so. */
export function limitMet(heard: Heard): Limited {
  const { status, nowMs } = heard;
  const meanings = heard.errors.map(meaningOf);
  if (status === 401 || meanings.includes("unauthenticated")) {
    const why = `${answered(heard)}. The token is not accepted: renew it, or start the daemon with another one (\`ao stop\`, \`ao start\`)`;
    return { untilMs: nowMs + TOKEN_REST_MS, why, isRefused: true };
  }
  if (status === 429 || meanings.includes("rate_limited") || saysLimit(heard))
    return untilTold(heard) ?? { untilMs: null, why: whyOf(heard) };
  if (status === 503) return heard.told.retryAtMs === null ? null : untilTold(heard);
  if (status !== 403) return null;
  return untilTold(heard) ?? (/rate limit|abuse/i.test(heard.said) ? { untilMs: null, why: whyOf(heard) } : null);
}

/** GitHub's own first words: what an agent's document quotes comes behind others. */
const LIMIT_SAID = /^(?:you have exceeded a secondary rate limit|api rate limit (?:already )?exceeded)/i;

const saysLimit = ({ status, said }: Heard): boolean => status === 200 && LIMIT_SAID.test(said);

/** Null: neither its headers nor a budget that is used up say until when. */
function untilTold(heard: Heard): Limited {
  const { told, nowMs } = heard;
  const why = whyOf(heard);
  if (told.retryAtMs !== null) return { untilMs: Math.max(told.retryAtMs, nowMs + 1_000), why };
  const used = told.budgets.filter(({ remaining, resetAtMs }) => remaining === 0 && resetAtMs > nowMs);
  return used.length === 0 ? null : { untilMs: Math.max(...used.map(({ resetAtMs }) => resetAtMs)), why };
}

const whyOf = ({ name, status, said }: Heard): string =>
  `${name} answered ${status}: ${said === "" ? "too many requests" : said}`;

/** Null: it was done. `restMs`: how long the credential rests when a limit was met. */
export function failureOf(heard: Heard, limited: Limited, restMs: number): RemoteFailure | null {
  const { status, errors } = heard;
  if (limited !== null) return fail("rate_limited", limited.why, heard, restMs);
  if (status < 300 || status === 304) return null;
  const message = answered(heard);
  if (status === 403) return fail("refused", `${message}. The token lacks the permission for it`, heard);
  if (status === 404) return fail("gone", `${message}. It is not there, or the token may not see it`, heard);
  const [error] = errors;
  if (status === 400 && error !== undefined) return fail(remoteCodeOf(error), message, heard);
  return fail(status >= 500 ? "unavailable" : (MEANINGS.get(status) ?? "refused"), message, heard);
}

const answered = ({ name, status, said }: Heard): string =>
  `${name} answered ${status}${said === "" ? "" : `: ${said}`}`;

const MEANINGS: ReadonlyMap<number, RemoteFailure["code"]> = new Map([
  [410, "gone"],
  [405, "conflict"],
  [409, "conflict"],
  [412, "conflict"],
  [408, "unavailable"],
  [425, "unavailable"],
]);

function fail(code: RemoteFailure["code"], message: string, heard: Heard, retryAfterMs?: number): RemoteFailure {
  const { status, said } = heard;
  return remoteFailure(code, message, { status, said, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }).error;
}
