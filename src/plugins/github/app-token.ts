/**
 * A GitHub App speaks for itself: with its key it signs that it is the App, and gets a token for one installation that lives
 * for an hour. It is renewed before it ends, once for all who ask meanwhile.
 */
import { createSign } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { parseJsonBody, parseSaid } from "../remote/http/parse-said.ts";
import { readBytes } from "../remote/http/read-bytes.ts";
import { failRemote, type RemoteResult } from "../remote/http/remote-result.ts";
import { explainError, type FetchUrl } from "../remote/http/send.ts";

export type GithubApp = {
  readonly id: string;
  readonly installation: string;
  /** A file with the App's private key, as GitHub hands it out. */
  readonly keyFile: string;
};

export type AppTokens = {
  readonly token: () => Promise<RemoteResult<string>>;
  /** GitHub does not take it any more, though its hour is not over. */
  readonly refused: () => void;
};

export type AppOptions = {
  readonly app: GithubApp;
  readonly api: URL;
  readonly wallMs: () => number;
  readonly fetch?: FetchUrl;
};

type Held = { readonly token: string; readonly untilMs: number };

/** Clocks differ, and what was begun with it must end with it. */
const RENEW_BEFORE_MS = 5 * 60_000;
const TIMEOUT_MS = 20_000;
/** An answer that says no needs no more words. */
const SAID_MAX = 64 * 1024;
const REST_MS = 5 * 60_000;

export function createAppTokens(options: AppOptions): AppTokens {
  let held: Held | null = null;
  let asking: Promise<RemoteResult<string>> | null = null;
  const renew = async (): Promise<RemoteResult<string>> => {
    const answer = await ask(options);
    if (!answer.ok) return answer;
    held = answer.value;
    return { ok: true, value: answer.value.token };
  };
  return {
    token: () => {
      if (held !== null && held.untilMs - options.wallMs() > RENEW_BEFORE_MS)
        return Promise.resolve({ ok: true, value: held.token });
      asking ??= renew().finally(() => void (asking = null));
      return asking;
    },
    refused: () => void (held = null),
  };
}

const answered = z.object({ token: z.string(), expires_at: z.string() });

async function ask({ app, api, wallMs, fetch: fetchIt = fetch }: AppOptions): Promise<RemoteResult<Held>> {
  try {
    const proof = signProof(app.id, await readFile(app.keyFile, "utf8"), wallMs());
    const url = new URL(`app/installations/${encodeURIComponent(app.installation)}/access_tokens`, api);
    const headers = { accept: "application/vnd.github+json", authorization: `Bearer ${proof}` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetchIt(url, { method: "POST", headers, redirect: "error", signal });
    if (!response.ok) return await refuseToken(app, response);
    const { token, expires_at: until } = answered.parse(await response.json());
    return { ok: true, value: { token, untilMs: Date.parse(until) } };
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : explainError(error);
    return failRemote("unavailable", `The App ${app.id} got no token of GitHub: ${why}`);
  }
}

async function refuseToken({ id }: GithubApp, { status, body }: Response) {
  const said = parseSaid(parseJsonBody((await readBytes(body, SAID_MAX))?.toString("utf8") ?? "")?.json);
  const why = `GitHub gave no token to the App ${id}: it answered ${status}${said === "" ? "" : `: ${said}`}`;
  if (status >= 500) return failRemote("unavailable", why, { status, said });
  // A person may mend it: the credential rests, and nothing that waits is lost.
  const isUnknown = status === 401 || status === 404;
  const resumes = isUnknown ? "Look at its id, installation and key;" : "When that has changed";
  return failRemote("rate_limited", `${why}. ${resumes} work resumes within five minutes`, {
    ...{ status, retryAfterMs: REST_MS },
  });
}

/** Good for nine minutes; begun a minute ago, since clocks differ. */
export function signProof(app: string, key: string, nowMs: number): string {
  const now = Math.floor(nowMs / 1_000);
  const parts = [
    { alg: "RS256", typ: "JWT" },
    { iss: app, iat: now - 60, exp: now + 540 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = createSign("RSA-SHA256").update(parts.join(".")).sign(key, "base64url");
  return [...parts, signature].join(".");
}
