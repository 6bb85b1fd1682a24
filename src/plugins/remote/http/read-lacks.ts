/** What the headers of a refusal say that the token lacks, as a sentence to be added; empty: nothing. As GitHub names them. */
import type { AnswerHeaders } from "../quota/read-limits.ts";

export function readLacks(headers: AnswerHeaders): string {
  const ssoUrl = /(?:^|;)\s*url=(\S+)/.exec(headers.get("x-github-sso") ?? "")?.[1];
  if (ssoUrl !== undefined) return `. The token is not authorized for the organization's single sign-on yet: ${ssoUrl}`;
  const permissions = toPlainHeader(headers.get("x-accepted-github-permissions"));
  if (permissions !== "") return `. The token needs the permission ${permissions}`;
  const [accepted, held] = [
    parseScopes(headers.get("x-accepted-oauth-scopes")),
    parseScopes(headers.get("x-oauth-scopes")),
  ];
  const isHeld = accepted.length === 0 || accepted.some((scope) => held.includes(scope));
  return isHeld ? "" : `. The token needs the scope ${accepted.join(" or ")}`;
}

/** A header's text is the other side's: shortened, and nothing that breaks a line. */
const toPlainHeader = (header: string | null): string =>
  (header ?? "")
    .replaceAll(/[^\w=;,: /-]/g, "")
    .trim()
    .slice(0, 200);

const parseScopes = (header: string | null): readonly string[] =>
  toPlainHeader(header)
    .split(",")
    .map((scope) => scope.trim())
    .filter((scope) => scope !== "");
