/**
 * Symbolic links in a file system that is put together from mounts: those that lead to a path that was said (a home that
 * is a link, `/bin`), and those that were asked for. A mount brings its own links along, so they are made only where
 * nothing is mounted.
 */
import type { Confinement, Link } from "./confinement.ts";
import { isAtOrBelow, findKindAround, listLinksOnTheWay, findRealPath, type Layer } from "./confinement-layers.ts";

const LINKS_FOLLOWED_BY_GIT = 5;

export function layLinks(request: Confinement, layers: readonly Layer[]): readonly string[] {
  const given = listConfinedPaths(request).flatMap(listLinksOnTheWay);
  const leading = new Map(given.filter(({ path }) => isFree(path, layers)).map((link) => [link.path, link.target]));
  const taken = [...leading.keys()];
  const asked = (request.links ?? []).flatMap((link) => {
    if (taken.some((path) => isAtOrBelow(link.path, path))) return [];
    if (!isFree(link.path, layers)) return mountOverLink(link, layers);
    taken.push(link.path);
    return link.isReplacedByGit === true ? chainLinks(link) : ["--symlink", link.target, link.path];
  });
  return [...[...leading].flatMap(([path, target]) => ["--symlink", target, path]), ...asked];
}

function listConfinedPaths({
  cwd,
  hidden,
  scratch = [],
  readable = [],
  coming = [],
  writable,
}: Confinement): readonly string[] {
  return [cwd, ...hidden, ...scratch, ...readable, ...coming, ...writable];
}

/** Nothing is mounted at it, in it or around it. */
function isFree(path: string, layers: readonly Layer[]): boolean {
  const around = findKindAround(path, layers);
  const isEmpty = around === null || around === "hidden" || around === "scratch";
  return isEmpty && !layers.some((layer) => isAtOrBelow(layer.path, path)) && !path.startsWith("/proc/");
}

/** Such as the store of a package manager, inside the folder that it is installed in. */
function mountOverLink({ path, target }: Link, layers: readonly Layer[]): readonly string[] {
  const isInReadable =
    findKindAround(path, layers) === "readable" && !layers.some((layer) => isAtOrBelow(layer.path, path));
  return isInReadable && findRealPath(path) === path ? ["--bind", target, path] : [];
}

/** Git locks and replaces what the fifth link names, which is a link here: it replaces that, and the file stays. */
function chainLinks({ path, target }: Link): readonly string[] {
  const steps = Array.from({ length: LINKS_FOLLOWED_BY_GIT }, (_, index) => `${path}~${index + 1}`);
  const names = [path, ...steps];
  return names.flatMap((from, index) => ["--symlink", names[index + 1] ?? target, from]);
}
