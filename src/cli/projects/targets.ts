/** The repositories that a person means: those named, else the one around this folder and those that its file names. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findConfigFile } from "../../config/find-config.ts";
import { load } from "../../config/load.ts";
import { pathsIn } from "../../config/project-key.ts";
import { findRepository } from "../../lib/git/find-repository.ts";
import { Failure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { clone } from "./clone.ts";
import { placeOf } from "./places.ts";
import { textIfThere } from "../../lib/if-there.ts";

/** `isCloned`: named by its URL, so nobody need have looked at its settings. */
export type Target = { readonly path: string; readonly isCloned: boolean };

export async function targetsOf(io: Io, named: readonly string[]): Promise<readonly Target[]> {
  if (named.length === 0) return meantHere(io);
  const targets: Target[] = [];
  for (const one of named) {
    const place = placeOf(one, io.cwd);
    const path = place.kind === "url" ? await clone(io, place.url) : place.path;
    targets.push({ path: await repositoryAt(path), isCloned: place.kind === "url" });
  }
  return targets;
}

async function meantHere(io: Io): Promise<readonly Target[]> {
  const named = pathsOfFile(io).filter((path) => existsSync(path));
  const here = await findRepository(io.cwd);
  if (!here.ok && named.length === 0) throw notThere(here.error);
  const paths = [...(here.ok ? [here.repository.path] : []), ...named];
  return [...new Set(paths)].map((path) => ({ path, isCloned: false }));
}

/** A file that cannot be read names none; what is wrong with it the daemon says. */
function pathsOfFile(io: Io): readonly string[] {
  const file = configFileOf(io) ?? findConfigFile(io.cwd);
  const text = file === null ? null : textIfThere(file);
  if (file === null || text === null) return [];
  const loaded = load({ file, text, env: io.env });
  return loaded.ok ? pathsIn(loaded.config) : [];
}

/** `AO_CONFIG` of the person who asks; null: it is not set. */
export function configFileOf(io: Io): string | null {
  const named = io.env["AO_CONFIG"];
  return named === undefined || named === "" ? null : resolve(io.cwd, named);
}

async function repositoryAt(path: string): Promise<string> {
  const found = await findRepository(path);
  if (!found.ok) throw notThere(found.error);
  return found.repository.path;
}

function notThere(error: { readonly code: string; readonly message: string; readonly try: string | null }): Failure {
  return new Failure({
    code: error.code,
    message: `${error.message}; nothing was started`,
    ...(error.try === null ? {} : { try: [error.try] }),
  });
}
