/** A confinement as a list of layers, each laid over the ones before: outer folders first. */
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Confinement } from "./confinement.ts";

export type Layer = { readonly path: string; readonly isFolder: boolean; readonly kind: LayerKind };

/** In the order in which one path said twice is overruled. */
const KINDS = ["hidden", "readable", "writable", "read_only", "git_folder"] as const;
export type LayerKind = (typeof KINDS)[number];

export function layersOf(request: Confinement): readonly Layer[] {
  const { hidden, readable = [], coming = [], writable, readOnly, gitFolders = [] } = request;
  const said = { hidden, readable, writable, read_only: readOnly, git_folder: gitFolders };
  const layers = KINDS.flatMap((kind) => said[kind].flatMap((path) => existing(path).map((at) => ({ ...at, kind }))));
  const toCome = coming.flatMap((path) => comingTo(path));
  const last = new Map([...layers, ...toCome].map((layer) => [layer.path, layer]));
  const outerFirst = [...last.values()].sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
  return outerFirst.filter((layer) => !isNoNews(layer, outerFirst));
}

/** Whatever nobody speaks of is read-only already. */
function isNoNews(layer: Layer, layers: readonly Layer[]): boolean {
  if (layer.kind !== "readable" && layer.kind !== "read_only") return false;
  const around = layers.findLast(({ path }) => layer.path.startsWith(path === "/" ? path : `${path}/`));
  return around === undefined || around.kind === "readable" || around.kind === "read_only";
}

function existing(path: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const real = realPath(path);
  return real === null ? [] : [{ path: real, isFolder: statSync(real).isDirectory() }];
}

function comingTo(path: string): readonly Layer[] {
  const around = realPath(dirname(path));
  return around === null ? [] : [{ path: join(around, basename(path)), isFolder: true, kind: "readable" }];
}

/** Null when there is nothing, or nothing within our own reach: then it is out of reach for what we start, too. */
export function realPath(path: string): string | null {
  try {
    // Most of what is hidden is not there; asking that first spares an exception for each.
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync.native(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && UNREACHABLE.includes(String(error.code))) return null;
    throw error;
  }
}

const UNREACHABLE = ["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"];

const depth = (path: string): number => (path === "/" ? 0 : path.split("/").length);
