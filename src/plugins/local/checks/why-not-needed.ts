/** A check that is about some files alone is not needed where none of them was changed. */
import type { TreeSha } from "../../../domain/model/ids.ts";
import { matchesAny } from "../../../domain/model/glob.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { ComparedBase } from "./check-key.ts";
import type { CheckCommand } from "./check-settings.ts";

type Subject = {
  readonly tree: TreeSha;
  /** Null: nothing to compare it with, as for the base itself, which is always checked whole. */
  readonly base: ComparedBase | null;
  readonly check: CheckCommand | undefined;
};

/** Null: it is needed. */
export async function explainNotNeeded({ own }: GitContext, { base, tree, check }: Subject): Promise<string | null> {
  const { paths = [] } = check ?? {};
  if (base === null || paths.length === 0) return null;
  // A file that was moved counts under both of its names.
  const options = ["--no-renames", "--raw", "--no-abbrev", "-z"];
  const changed = parseRaw(need(await own.compute("diff", [...options, base.commit, tree, "--"])));
  if (changed.some((entry) => concernsPaths(entry, paths.map(foldCase)))) return null;
  return `not needed: no file in ${paths.join(", ")} changed`;
}

type Changed = { readonly path: string; readonly modes: readonly string[] };

/** `:MODE MODE OBJECT OBJECT STATUS`, and the path. */
function parseRaw(output: string): readonly Changed[] {
  const words = output.split("\0");
  return words.flatMap((word, n) =>
    n % 2 === 0 && word.startsWith(":") ? [{ path: words[n + 1] ?? "", modes: word.slice(1).split(" ", 2) }] : [],
  );
}

/** A submodule and a link stand for all that is seen below them, and some files say what others are. */
function concernsPaths({ path, modes }: Changed, paths: readonly string[]): boolean {
  const parts = foldCase(path).split("/");
  const name = parts.at(-1);
  if (matchesAny(parts.join("/"), paths)) return true;
  if (name === ".gitattributes" || name === ".gitmodules")
    return paths.some((one) => mayLieIn(parts.slice(0, -1), one));
  return modes.some((mode) => mode === SUBMODULE || mode === LINK) && paths.some((one) => mayLieIn(parts, one));
}

const [SUBMODULE, LINK] = ["160000", "120000"];

/** Some file systems know no case, and no two ways to write an accent: there both names are one file. */
const foldCase = (path: string): string => path.normalize("NFC").toLowerCase();

function mayLieIn(folder: readonly string[], pattern: string): boolean {
  const segments = pattern.split("/");
  for (const [n, part] of folder.entries()) {
    const segment = segments[n];
    if (segment === "**") return true;
    if (segment === undefined || !matchesAny(part, [segment])) return false;
  }
  return segments.length > folder.length;
}
