/** A confinement as a list of layers, each laid over the ones before: outer folders first. */
import { realpathSync, statSync } from "node:fs";
import type { Confinement } from "./confinement.ts";

export type Layer = {
  readonly path: string;
  readonly isFolder: boolean;
} & ({ readonly kind: LayerKind } | { readonly kind: "stand_in"; readonly by: string });

/** In the order in which one path said twice is overruled. */
const KINDS = ["hidden", "readable", "writable", "read_only"] as const;
export type LayerKind = (typeof KINDS)[number];

export function layersOf(request: Confinement): readonly Layer[] {
  const { hidden, readable = [], writable, readOnly, standIns = [] } = request;
  const said = { hidden, readable, writable, read_only: readOnly };
  const layers = KINDS.flatMap((kind) => said[kind].flatMap((path) => existing(path).map((at) => ({ ...at, kind }))));
  const copies = standIns.flatMap(({ path, by }) =>
    existing(path).map((at) => ({ ...at, kind: "stand_in" as const, by: realPath(by) ?? by })),
  );
  const last = new Map([...layers, ...copies].map((layer) => [layer.path, layer]));
  return [...last.values()].sort((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
}

function existing(path: string): readonly { readonly path: string; readonly isFolder: boolean }[] {
  const real = realPath(path);
  if (real === null) return [];
  return [{ path: real, isFolder: statSync(real).isDirectory() }];
}

export function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    // Missing, or out of our own reach: then it is out of reach for what we start, too.
    if (error instanceof Error && "code" in error && UNREACHABLE.includes(String(error.code))) return null;
    throw error;
  }
}

const UNREACHABLE = ["ENOENT", "ENOTDIR", "EACCES", "ELOOP", "ENAMETOOLONG"];

const depth = (path: string): number => (path === "/" ? 0 : path.split("/").length);
