/** The home's token, and what is signed with it. */
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { isSameSecret } from "../../lib/same-secret.ts";

const TOKEN_BYTES = 32;
const OWNER_ONLY = 0o600;

/** Made once for a home; whoever can read the file may command the daemon. */
export function openToken(path: string): string {
  const there = readToken(path);
  if (there !== null) {
    chmodSync(path, OWNER_ONLY);
    return there;
  }
  const token = createSecret();
  writeFileSync(`${path}.new`, `${token}\n`, { mode: OWNER_ONLY, flush: true });
  renameSync(`${path}.new`, path);
  return token;
}

function readToken(path: string): string | null {
  const token = readTextIfExists(path)?.trim() ?? "";
  return token.length >= TOKEN_BYTES ? token : null;
}

export function createSecret(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export type SessionTokens = {
  readonly make: (session: string) => string;
  /** Whose it is; null: it is none of ours. */
  readonly sessionOf: (given: string) => string | null;
};

/** What an agent speaks with: signed with the home's token, good for its own session and for nothing else. */
export function createSessionTokens(token: string): SessionTokens {
  const make = (session: string): string => {
    const signature = createHmac("sha256", token).update(`session:${session}`).digest("base64url");
    return `${SESSION_TOKEN}${session}.${signature}`;
  };
  return {
    make,
    sessionOf: (given) => {
      const session = given.startsWith(SESSION_TOKEN) ? given.slice(SESSION_TOKEN.length, given.lastIndexOf(".")) : "";
      return session !== "" && isSameSecret(given, make(session)) ? session : null;
    },
  };
}

/** As the redactor knows it. */
const SESSION_TOKEN = "aosession.";
