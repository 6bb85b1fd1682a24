/** What of a request and of its answer is passed on. */
import type { IncomingHttpHeaders } from "node:http";
import { cleanText } from "../../plugins/remote/text/clean-text.ts";
import { parseJsonText } from "./parse-json-text.ts";
import type { AgentDoor } from "../../plugins/remote/agents/agent-door.ts";

const ASKED = ["accept", "if-none-match", "if-modified-since", "x-github-api-version", "x-github-next-global-id"];
const ANSWERED = [
  ...["content-type", "content-disposition", "etag", "last-modified", "retry-after", "x-github-media-type"],
  ...["x-total", "x-total-pages", "x-page", "x-per-page", "x-next-page", "x-prev-page"],
  ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-resource"],
  ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"],
];

export function selectRequestHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ASKED.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}

/** Links lead back to us, and call the repository by the name that is let through. */
export function rewriteLinks(headers: Headers, door: AgentDoor, base: URL): Readonly<Record<string, string>> {
  const passed = ANSWERED.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const links = headers.get("link");
  const led = links?.replace(/<([^<>]+)>/g, (_, url: string) => `<${rewriteLink(door, base, url)}>`);
  return Object.fromEntries(led === undefined ? passed : [...passed, ["link", led]]);
}

function rewriteLink({ remote, repo }: AgentDoor, base: URL, url: string): string {
  if (!url.startsWith(remote.base.href)) return url;
  const below = url.slice(remote.base.href.length).replace(/^repositories\/\d+\//, `repos/${repo}/`);
  return `${base.href}${below}`;
}

/** What people write; not code, which is what it is. */
const WORDS = new Set(["body", "bodyText", "body_text", "bodyHTML", "body_html", "description", "title", "note"]);

/** In an agent's hands a text says what people see of it, as in all that the daemon itself tells agents. */
export function dropHiddenText(text: string): string {
  const answer = parseJsonText(text);
  if (answer === null) return text;
  return JSON.stringify(answer, (name, value: unknown) =>
    typeof value === "string" && WORDS.has(name) ? cleanText(value) : value,
  );
}

/** Code and files may be large, and are nobody's remarks. */
const CODE = /^(?:repos\/[^/]+|projects)\/[^/]+\/(?:contents|git|repository|compare)(?:\/|$)/;

export const hasText = ({ path }: { readonly path: string }, headers: Headers): boolean =>
  /\bjson\b/.test(headers.get("content-type") ?? "") && !CODE.test(path);

/** A forge gives whoever may maintain the repository keys along with its description. */
export function dropCredentials(text: string): string {
  const answer = parseJsonText(text);
  if (answer === null) return "{}";
  return JSON.stringify(answer, (name, value: unknown) => (/token|secret|_key$/i.test(name) ? undefined : value));
}
