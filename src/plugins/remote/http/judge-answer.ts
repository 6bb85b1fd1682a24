/** What an answer means for whoever asked: a table from status, headers and the other side's words. */
import { readCode, readMeaning } from "./graphql-meaning.ts";
import type { ReportedLimits } from "../quota/read-limits.ts";
import type { EndedRequest } from "../quota/quota.ts";
import { failRemote, type RemoteFailure } from "./remote-result.ts";

export type RemoteReply = {
  /** As people know the other side: GitHub, Jira. */
  readonly name: string;
  readonly status: number;
  readonly told: ReportedLimits;
  /** The other side's own words, already redacted; empty where all is well. */
  readonly said: string;
  /** The kinds of errors that a GraphQL answer names; its status tells little: Linear says 400 to a limit, GitHub 200. */
  readonly errors: readonly string[];
  /** It may have been done, whatever the answer is like. */
  readonly isWrite: boolean;
  /** What the answer's headers say that the token lacks, as a sentence; empty: nothing. */
  readonly lacks: string;
  readonly nowMs: number;
};

type Limited = EndedRequest["limited"];

/** A token that is not accepted any more may be mended by a person: it rests, and nothing that waits is lost. */
const TOKEN_REST_MS = 5 * 60_000;

/** Must the credential rest: for a limit, or because it is none any more? Until when, where anything says so. */
export function limitMet(reply: RemoteReply): Limited {
  const { status, nowMs, isWrite } = reply;
  const meanings = reply.errors.map((kind) => readMeaning({ kind, isWrite }));
  if (status === 401 || meanings.includes("unauthenticated")) {
    const why = `${describeAnswer(reply)}. The token is not accepted: renew it, or export another one and run \`ao start\``;
    return { untilMs: nowMs + TOKEN_REST_MS, why, isRefused: true };
  }
  if (status === 429 || meanings.includes("rate_limited") || mentionsLimit(reply))
    return findLimitEnd(reply) ?? { untilMs: null, why: explainFailure(reply) };
  if (status === 503) return reply.told.retryAtMs === null ? null : findLimitEnd(reply);
  if (status !== 403) return null;
  return (
    findLimitEnd(reply) ?? (/rate limit|abuse/i.test(reply.said) ? { untilMs: null, why: explainFailure(reply) } : null)
  );
}

/** GitHub's own first words: what an agent's document quotes comes behind others. */
const LIMIT_SAID = /^(?:you have exceeded a secondary rate limit|api rate limit (?:already )?exceeded)/i;

/** A limit on what is written, which GitHub tells like a mistake in the request. */
const TOO_QUICKLY = /\bwas submitted too quickly\b/i;

function mentionsLimit({ status, said, errors }: RemoteReply): boolean {
  if (status === 200 && LIMIT_SAID.test(said)) return true;
  return (status === 422 || errors.length > 0) && TOO_QUICKLY.test(said);
}

/** Null: neither its headers nor a budget that is used up say until when. */
function findLimitEnd(reply: RemoteReply): Limited {
  const { told, nowMs } = reply;
  const why = explainFailure(reply);
  if (told.retryAtMs !== null) return { untilMs: Math.max(told.retryAtMs, nowMs + 1_000), why };
  const used = told.budgets.filter(({ remaining, resetAtMs }) => remaining === 0 && resetAtMs > nowMs);
  return used.length === 0 ? null : { untilMs: Math.max(...used.map(({ resetAtMs }) => resetAtMs)), why };
}

const explainFailure = ({ name, status, said }: RemoteReply): string =>
  `${name} answered ${status}: ${said === "" ? "too many requests" : said}`;

/** Null: it was done. `restMs`: how long the credential rests when a limit was met. */
export function judgeFailure(reply: RemoteReply, limited: Limited, restMs: number): RemoteFailure | null {
  const { status, errors, isWrite } = reply;
  if (limited !== null) return fail("rate_limited", limited.why, reply, restMs);
  if (status < 300 || status === 304) return null;
  const message = describeAnswer(reply);
  if (status === 403) return fail("refused", `${message}${explainForbidden(reply)}`, reply);
  if (status === 404)
    return fail("gone", `${message}. It is not there, or the token may not see it${reply.lacks}`, reply);
  const [error] = errors;
  if (status === 400 && error !== undefined) return fail(readCode({ kind: error, isWrite }), message, reply);
  return fail(chooseCode(reply), message, reply);
}

const describeAnswer = ({ name, status, said }: RemoteReply): string =>
  `${name} answered ${status}${said === "" ? "" : `: ${said}`}`;

/** The other side's own words come first: a thing may also be locked, archived, or closed to this network. */
function explainForbidden({ said, lacks }: RemoteReply): string {
  if (lacks !== "") return lacks;
  const isOfToken = said === "" || /not accessible|permission|must have|scope|insufficient|forbidden/i.test(said);
  return isOfToken ? ". The token may lack the permission for it" : "";
}

const MEANINGS: ReadonlyMap<number, RemoteFailure["code"]> = new Map([
  [410, "gone"],
  [405, "conflict"],
  [409, "conflict"],
  [412, "conflict"],
  [408, "unavailable"],
  [425, "unavailable"],
]);

/** What says no before anything is done. After any other answer a write may have been done. */
const REFUSALS: ReadonlySet<number> = new Set([
  ...[301, 302, 307, 308, 400, 401, 402, 403, 406, 407, 411, 413, 414, 415, 416, 417, 421, 422, 423, 424, 426, 428],
  ...[431, 451],
]);

function chooseCode({ status, isWrite }: RemoteReply): RemoteFailure["code"] {
  if (status >= 500) return "unavailable";
  return MEANINGS.get(status) ?? (isWrite && !REFUSALS.has(status) ? "unavailable" : "refused");
}

function fail(code: RemoteFailure["code"], message: string, reply: RemoteReply, retryAfterMs?: number): RemoteFailure {
  const { status, said } = reply;
  return failRemote(code, message, { status, said, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }).error;
}
