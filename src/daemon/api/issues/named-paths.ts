/** Paths that a text speaks of: words that look like one, and that are there. */
export function findNamedPaths(text: string, isThere: (path: string) => boolean): readonly string[] {
  const words = text.match(WORD) ?? [];
  const paths = words.map((word) => word.replace(/^\.\//, "").replace(/[.:]+$/, ""));
  return [...new Set(paths.filter((path) => /[./]/.test(path) && !isOutside(path) && isThere(path)))].slice(
    0,
    PATHS_MAX,
  );
}

const WORD = /[\w@+.-]+(?:\/[\w@+.-]+)*\/?/g;
const PATHS_MAX = 50;

const isOutside = (path: string): boolean => path.split("/").some((part) => part === ".." || part === ".git");

/** The same file, or one in a folder that the other names. */
export function listShared(mine: readonly string[], theirs: readonly string[]): readonly string[] {
  const below = (path: string, folder: string): boolean =>
    path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
  return mine.filter((path) => theirs.some((other) => other === path || below(path, other) || below(other, path)));
}
