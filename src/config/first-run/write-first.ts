/** Writes the first configuration of a project. A file that is there is never overwritten. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RepositoryInfo } from "../../lib/git/find-repository.ts";
import { configFileName } from "../document/find-config.ts";
import { detect } from "./detect.ts";
import { writeFirstConfig } from "./first-config.ts";
import { findOrigin, hasToken } from "./origin.ts";

export type FirstWriting = {
  readonly repository: RepositoryInfo;
  readonly project: string;
  /** A place that the person named; null: in their checkout. */
  readonly wanted: string | null;
  /** For a bare repository, or a checkout that cannot be written. */
  readonly fallback: string;
  /** Where programs are looked for, and whether a token of the forge is there. */
  readonly env: NodeJS.ProcessEnv;
};

export type FirstWritten =
  { readonly ok: true; readonly file: string; readonly text: string } | { readonly ok: false; readonly why: string };

export function writeFirst({ repository, project, wanted, fallback, env }: FirstWriting): FirstWritten {
  const detected = detect(repository.path, env);
  const found = findOrigin(repository.gitDir);
  const origin = found === null ? null : { ...found, hasToken: hasToken(found, env) };
  const text = writeFirstConfig({ project, defaultBranch: repository.defaultBranch, detected, origin });
  const own = repository.isBare ? [] : [join(repository.path, configFileName)];
  const places = wanted === null ? [...own, join(fallback, configFileName)] : [wanted];
  let why = "";
  for (const file of places) {
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, text, { flag: "wx" });
      return { ok: true, file, text };
    } catch (error) {
      why = `its configuration could not be written: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return { ok: false, why };
}
