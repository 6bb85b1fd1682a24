/** What a person may name as a project: a folder, or the address of a repository to clone. */
import { resolve } from "node:path";

export type ProjectPlace =
  { readonly kind: "path"; readonly path: string } | { readonly kind: "url"; readonly url: string };

export function parseProjectPlace(named: string, cwd: string): ProjectPlace {
  if (isAddress(named)) return { kind: "url", url: named };
  const home = process.env["HOME"];
  const expanded = named.startsWith("~/") && home !== undefined ? home + named.slice(1) : named;
  return { kind: "path", path: resolve(cwd, expanded) };
}

/** `https://host/owner/app.git`, or as ssh has it: `git@host:owner/app`. */
const isAddress = (named: string): boolean =>
  /^(https?|ssh|git|file):\/\//.test(named) || /^[\w.-]+@[\w.-]+:(?!\/\/)/.test(named);

/** The folder that git would clone to. Null: the address names none. */
export function findCloneFolder(url: string): string | null {
  const name = url
    .replace(/[/\\]+$/, "")
    .replace(/\.git$/, "")
    .split(/[/\\:]/)
    .at(-1);
  return name === undefined || !/^[\w][\w.-]*$/.test(name) ? null : name;
}

/** Do both name one repository? `https`, `ssh` and a `.git` at the end make no difference. */
export function isSameRepository(left: string, right: string): boolean {
  return stripUrl(left) === stripUrl(right);
}

function stripUrl(url: string): string {
  return url
    .replace(/^(https?|ssh|git):\/\//, "")
    .replace(/^[^@/]+@/, "")
    .replace(/^([\w.-]+):(?=[^/\d]|\d+\/)/, "$1/")
    .replace(/[/\\]+$/, "")
    .replace(/\.git$/, "")
    .toLowerCase();
}
