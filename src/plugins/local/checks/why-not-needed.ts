/** A check that is about some files alone is not needed where none of them was changed. */
import type { TreeSha } from "../../../domain/ids.ts";
import { matchesAny } from "../../../domain/glob.ts";
import type { Ground } from "../../shared/git/ground.ts";
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
export async function whyNotNeeded({ own }: Ground, { base, tree, check }: Subject): Promise<string | null> {
  const { paths = [] } = check ?? {};
  if (base === null || paths.length === 0) return null;
  // A file that was moved counts under both of its names.
  const changed = need(await own.compute("diff", ["--no-renames", "--name-only", "-z", base.commit, tree, "--"]));
  if (changed.split("\0").some((path) => path !== "" && matchesAny(path, paths))) return null;
  return `not needed: no file in ${paths.join(", ")} changed`;
}
