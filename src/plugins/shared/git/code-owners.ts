/** Who owns the paths that a change touches, by the list on its base: a change cannot name its own owners. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import { ownersFiles, type Owned } from "../../../domain/model/owners.ts";
import type { OwnGit } from "../../../lib/git/git.ts";
import { need } from "./trouble.ts";

export type OwnersOf = (base: CommitSha | null, paths: readonly string[]) => Promise<readonly Owned[]>;

type OwnersRule = { readonly pattern: RegExp; readonly owners: readonly string[] };

/** More than anybody writes. */
const LIST_BYTES_MAX = 3_000_000;
const LISTS_KEPT = 20;

/** The list of a commit never changes, and all changes on one base are judged by the same. */
export function createCodeOwners(own: OwnGit): OwnersOf {
  const kept = new Map<string, readonly OwnersRule[]>();
  return async (base, paths) => {
    if (base === null || paths.length === 0) return [];
    const rules = kept.get(base) ?? parseOwners(await listAt(own, base));
    if (kept.size >= LISTS_KEPT) kept.clear();
    kept.set(base, rules);
    return rules.length === 0 ? [] : listOwned(paths, rules);
  };
}

/** The first place that has one counts. */
async function listAt(own: OwnGit, base: CommitSha): Promise<string> {
  const listed = need(await own.compute("ls-tree", ["-z", base, "--", ...ownersFiles]));
  const found = new Map(
    listed.split("\0").flatMap((entry): (readonly [string, string])[] => {
      const [, blob = "", path = ""] = /^100\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
      return path === "" ? [] : [[path, blob]];
    }),
  );
  const blob = ownersFiles.map((place) => found.get(place)).find((name) => name !== undefined);
  return blob === undefined
    ? ""
    : need(await own.compute("cat-file", ["blob", blob], { maxOutputBytes: LIST_BYTES_MAX }));
}

/** One for each set of owners, with the first path of theirs. The last rule that matches a path decides. */
function listOwned(paths: readonly string[], rules: readonly OwnersRule[]): readonly Owned[] {
  const sets = new Map<string, Owned>();
  for (const path of paths) {
    const owners = rules.findLast(({ pattern }) => pattern.test(path))?.owners ?? [];
    const key = owners.join(" ");
    if (owners.length > 0 && !sets.has(key)) sets.set(key, { path, owners });
  }
  return [...sets.values()];
}

/** A pattern and its owners a line. Without owners a line says that nobody owns what it matches. */
export function parseOwners(text: string): readonly OwnersRule[] {
  return text.split("\n").flatMap((line) => {
    const [pattern = "", ...owners] = splitWords(line);
    // A section of GitLab's, which we do not know: its owners are those of the lines below it.
    if (pattern === "" || pattern.startsWith("[") || pattern.startsWith("^[")) return [];
    return [{ pattern: toPattern(pattern), owners }];
  });
}

/** Up to a comment; a space in a path is written with a backslash. */
function splitWords(line: string): readonly string[] {
  const found = line.match(/(?:\\.|[^\s\\])+/g) ?? [];
  const end = found.findIndex((word) => word.startsWith("#"));
  return (end < 0 ? found : found.slice(0, end)).map((word) => word.replaceAll(/\\(.)/g, "$1"));
}

/** As git reads patterns of ignored files: with a slash from the root, else anywhere; a folder means all that is in it. */
function toPattern(written: string): RegExp {
  const isFolder = written.endsWith("/");
  const body = written.replace(/^\//, "").replace(/\/$/, "");
  const isRooted = written.startsWith("/") || body.includes("/");
  const parts = body.split("/").map((part) => (part === "**" ? part : toPatternPart(part)));
  const whole = parts
    .join("/")
    .replaceAll("**/", "(?:.*/)?")
    .replace(/(^|\/)\*\*$/, "$1.*");
  // `docs/*` means the files there, and `docs/` everything below.
  const below = body !== "*" && /(^|\/)\*$/.test(body) ? "" : isFolder ? "/.*" : "(?:/.*)?";
  return new RegExp(`^${isRooted ? "" : "(?:.*/)?"}${whole}${below}$`, "s");
}

const toPatternPart = (part: string): string =>
  part
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("*", "[^/]*")
    .replaceAll("?", "[^/]");
