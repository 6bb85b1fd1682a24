/** A confinement as a list of layers, each laid over the ones before: outer folders first. */
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { hasCode } from "../files/if-there.ts";
import type { Confinement } from "./confinement.ts";

export type Layer = { readonly path: string; readonly isFolder: boolean; readonly kind: LayerKind };

/** In the order in which one path said twice is overruled. */
const KINDS = ["hidden", "scratch", "readable", "writable", "read_only", "git_folder"] as const;
export type LayerKind = (typeof KINDS)[number];

/** What nobody speaks of: bubblewrap puts a file system together from nothing, Seatbelt takes away from the one there is. */
export type Unsaid = "absent" | "readable";

export function buildLayers(request: Confinement, unsaid: Unsaid): readonly Layer[] {
  const { hidden, readable = [], coming = [], writable, readOnly, gitFolders = [], scratch = [] } = request;
  const said = { hidden, scratch, readable, writable, read_only: readOnly, git_folder: gitFolders };
  const layers = KINDS.flatMap((kind) =>
    said[kind].flatMap((path) => listExisting(path).map((at) => ({ ...at, kind }))),
  );
  const toCome = coming.flatMap((path) => listLayersOnTheWay(path));
  const toMake = scratch.filter((path) => isAbsolute(path) && findRealPath(path) === null).map(createFolderLayer);
  const last = new Map([...toMake, ...layers, ...toCome].map((layer) => [layer.path, layer]));
  const outerFirst = [...last.values()].sort(
    (a, b) => countDepth(a.path) - countDepth(b.path) || (a.path < b.path ? -1 : 1),
  );
  return outerFirst.filter((layer) => !isNoNews(layer, outerFirst, unsaid));
}

/** As it would be without the layer. */
function isNoNews(layer: Layer, layers: readonly Layer[], unsaid: Unsaid): boolean {
  const around = findKindAround(layer.path, layers) ?? unsaid;
  switch (layer.kind) {
    case "readable":
    case "read_only":
      return around === "readable" || around === "read_only";
    case "hidden":
      return around === "absent" || around === "hidden" || around === "scratch";
    case "scratch":
      return around === "scratch";
    case "writable":
    case "git_folder":
      return false;
  }
}

/** Of the innermost layer that a path lies in, but for one at the path itself. Null: none. */
export function findKindAround(path: string, layers: readonly Layer[]): LayerKind | null {
  return layers.findLast((layer) => isBelow(path, layer.path))?.kind ?? null;
}

export const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder === "/" ? folder : `${folder}/`) && path !== folder;

export const isAtOrBelow = (path: string, folder: string): boolean => path === folder || isBelow(path, folder);

function listExisting(path: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const real = findRealPath(path);
  return real === null ? [] : [{ path: real, isFolder: statSync(real).isDirectory() }];
}

function listLayersOnTheWay(path: string): readonly Layer[] {
  const around = findRealPath(dirname(path));
  return around === null ? [] : [{ path: join(around, basename(path)), isFolder: true, kind: "readable" }];
}

const createFolderLayer = (path: string): Layer => ({ path: resolve(path), isFolder: true, kind: "scratch" });

/** Null when there is nothing, or nothing within our own reach: then it is out of reach for what we start, too. */
export function findRealPath(path: string): string | null {
  try {
    // Much of what is said is not there; asking that first spares an exception for each.
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync.native(path);
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return null;
    throw error;
  }
}

export const UNREACHABLE = ["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"];

/** The symbolic links that lead from a path to what is really meant, as they stand. */
export function listLinksOnTheWay(path: string): readonly { readonly path: string; readonly target: string }[] {
  const real = findRealPath(path);
  if (real === null || real === resolve(path)) return [];
  const links: { path: string; target: string }[] = [];
  let [at, rest] = ["/", splitPath(path)];
  while (rest.length > 0 && links.length < LINKS_MAX) {
    const [name = "", ...more] = rest;
    const next = join(at, name);
    const found = lstatSync(next, { throwIfNoEntry: false });
    if (found === undefined) break;
    if (!found.isSymbolicLink()) {
      [at, rest] = [next, more];
      continue;
    }
    const target = readlinkSync(next);
    links.push({ path: next, target });
    [at, rest] = ["/", [...splitPath(resolve(at, target)), ...more]];
  }
  return links;
}

/** As the system: a path with more of them leads nowhere. */
const LINKS_MAX = 40;

const splitPath = (path: string): string[] => resolve(path).split("/").filter(Boolean);

const countDepth = (path: string): number => (path === "/" ? 0 : path.split("/").length);
