/** A home for programs in the sandbox, with its folders below this one. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ClosedHome } from "../rules.ts";

export function aClosedHome(folder: string, special: Partial<ClosedHome> = {}): ClosedHome {
  const [caches, settings] = [join(folder, "cache"), join(folder, "settings")];
  for (const made of [caches, settings]) mkdirSync(made, { recursive: true });
  return { hidden: [], caches, settings, repository: folder, opened: { read: [], write: [] }, ...special };
}
