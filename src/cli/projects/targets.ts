/** The repositories that a person means: those named, else the one around this folder and those that its file names. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findConfigFile } from "../../config/document/find-config.ts";
import { load } from "../../config/load.ts";
import { listRepositoryPaths } from "../../config/resolve/project-key.ts";
import { findRepository } from "../../lib/git/find-repository.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { clone } from "./clone.ts";
import { parseProjectPlace } from "./places.ts";
import { requireGit } from "./require-git.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { WrongUse } from "../run/wrong-use.ts";

export type StartTarget = {
  readonly path: string;
  /** Named by its URL, so nobody need have looked at its settings. */
  readonly isCloned: boolean;
  /** The file that speaks of it: `AO_CONFIG`, or one that names its path; null: the one in or around the repository. */
  readonly configFile: string | null;
};

export async function findTargets(io: Io, named: readonly string[]): Promise<readonly StartTarget[]> {
  await requireGit(io);
  const central = readCentralFile(io);
  if (named.length === 0) return findMeantHere(io, central);
  const targets: StartTarget[] = [];
  for (const one of named) {
    const found = await findRepositoryNamed(io, one);
    targets.push({ ...found, configFile: findProjectFile(io, central, found.path) });
  }
  return targets;
}

export async function findRepositoryNamed(io: Io, named: string): Promise<Pick<StartTarget, "path" | "isCloned">> {
  const place = parseProjectPlace(named, io.cwd);
  const path = place.kind === "url" ? await clone(io, place.url) : place.path;
  return { path: await findRepositoryAt(path), isCloned: place.kind === "url" };
}

async function findMeantHere(io: Io, central: CentralFile | null): Promise<readonly StartTarget[]> {
  const named = await listRepositories(io, central);
  const here = await findRepository(io.cwd);
  if (!here.ok && named.length === 0) throw reportNotThere(here.error);
  const paths = [...(here.ok ? [here.repository.path] : []), ...named];
  return [...new Set(paths)].map((path) => ({ path, isCloned: false, configFile: findProjectFile(io, central, path) }));
}

/** A file that names repositories by their path, and so speaks for them wherever they are. */
type CentralFile = { readonly file: string; readonly paths: readonly string[] };

/** A file that cannot be read names none; what is wrong with it the daemon says. */
function readCentralFile(io: Io): CentralFile | null {
  const file = readConfigFilePath(io) ?? findConfigFile(io.cwd);
  const text = file === null ? null : readTextIfExists(file);
  if (file === null || text === null) return null;
  const loaded = load({ file, text, env: io.env });
  return loaded.ok ? { file, paths: listRepositoryPaths(loaded.config) } : null;
}

function findProjectFile(io: Io, central: CentralFile | null, path: string): string | null {
  return readConfigFilePath(io) ?? (central?.paths.includes(path) === true ? central.file : null);
}

async function listRepositories(io: Io, central: CentralFile | null): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of central?.paths ?? []) {
    if (existsSync(path)) found.push(await findRepositoryAt(path));
    else io.tell(`${central?.file}: ${path} does not exist; this project was not added`);
  }
  return found;
}

/** `AO_CONFIG` of the person who asks; null: it is not set. */
export function readConfigFilePath(io: Io): string | null {
  const file = readWantedConfigFilePath(io);
  if (file === null || existsSync(file)) return file;
  throw new WrongUse(`AO_CONFIG names ${file}, which does not exist; nothing was done`, {
    code: "no_config",
    try: ["ao init", "unset AO_CONFIG"],
  });
}

/** The same where it is about to be written. */
export function readWantedConfigFilePath(io: Io): string | null {
  const named = io.env["AO_CONFIG"];
  return named === undefined || named === "" ? null : resolve(io.cwd, named);
}

async function findRepositoryAt(path: string): Promise<string> {
  const found = await findRepository(path);
  if (!found.ok) throw reportNotThere(found.error);
  return found.repository.path;
}

function reportNotThere(error: {
  readonly code: string;
  readonly message: string;
  readonly try: string | null;
}): CliFailure {
  return new CliFailure({
    code: error.code,
    message: `${error.message}; nothing was started`,
    ...(error.try === null ? {} : { try: [error.try] }),
  });
}
