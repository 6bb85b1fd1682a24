import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A repository as data: path → text, of a picture or the like an empty one. A rule over it can be shown failing on three planted lines. */
export type FileMap = ReadonlyMap<string, string>;

const NOT_OURS = new Set([".git", "node_modules", "dist", "coverage", ".dev-home", ".DS_Store"]);
const BINARY = /\.(png|ico|gif|jpg|woff2|tgz|db)$/;

export function readFileMap(root: string, below = ""): FileMap {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => !NOT_OURS.has(entry.name) && !entry.name.startsWith(".setup.lock"))
      .flatMap((entry) => {
        const path = below === "" ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory()) return [...readFileMap(root, path)];
        if (!entry.isFile()) return [];
        return [[path, BINARY.test(path) ? "" : readFileSync(join(root, path), "utf8")] as const];
      }),
  );
}

export const fileMap = (files: Readonly<Record<string, string>>): FileMap => new Map(Object.entries(files));

export const pathsIn = (files: FileMap, pattern: RegExp): readonly string[] =>
  [...files.keys()].filter((path) => pattern.test(path));

export const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
