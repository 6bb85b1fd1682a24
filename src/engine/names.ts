/** Names of sessions: `[a-z0-9-]{1,48}` from a title, with `-2`, `-3` … where the name was ever used. */
import { sessionId, type IssueId, type ProjectId, type SessionId } from "../domain/model/ids.ts";
import type { NamingRules } from "../domain/model/rules.ts";

const lengthMax = 48;

export const toSessionId = (project: ProjectId, { prefix }: NamingRules, name: string): SessionId =>
  sessionId(`${prefix ?? project}-${name}`);

export const formatBranch = ({ branch }: NamingRules, name: string): string =>
  branch.replaceAll(/\{\{\s*name\s*\}\}/g, name);

/** What a name is made from: the title, or where it has no letters the number of its issue. */
export function suggestName(title: string, issue: IssueId | null): string {
  if (slugify(title) !== NAMELESS) return title;
  const number = issue === null ? null : /(\d+)$/.exec(issue)?.[1];
  return number === null || number === undefined ? COUNTED : `issue-${number}`;
}

const NAMELESS = "session";
const COUNTED = "session-1";

export function slugify(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, lengthMax)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? NAMELESS : slug;
}

/** `session-1` counts up itself. */
export function findFreeName(wish: string, isTaken: (name: string) => boolean): string {
  if (wish === COUNTED) return countUp(isTaken);
  const slug = slugify(wish);
  if (!isTaken(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const suffix = `-${n}`;
    const name = slug.slice(0, lengthMax - suffix.length).replace(/-+$/, "") + suffix;
    if (!isTaken(name)) return name;
  }
}

function countUp(isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) if (!isTaken(`session-${n}`)) return `session-${n}`;
}
