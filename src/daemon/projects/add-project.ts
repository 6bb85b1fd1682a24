/** From a folder to a project: its repository, its configuration file (written when there is none), its id. */
import { existsSync } from "node:fs";
import { findConfigFile } from "../../config/document/find-config.ts";
import { findFreeId, deriveProjectId } from "../../config/first-run/project-id.ts";
import { writeFirst } from "../../config/first-run/write-first.ts";
import type { EnvironmentVariables } from "../../config/resolve/interpolate.ts";
import { load } from "../../config/load.ts";
import { findProjectKey } from "../../config/resolve/project-key.ts";
import { projectId, type ProjectId } from "../../domain/model/ids.ts";
import { findRepository, type RepositoryInfo } from "../../lib/git/find-repository.ts";
import type { Registration } from "../../store/registrations.ts";
import type { AddProject, Refused } from "../context.ts";
import { readText } from "./project-files.ts";

export type KnownProjects = {
  readonly rows: readonly Registration[];
  readonly env: EnvironmentVariables;
  readonly folderOf: (project: ProjectId) => string;
};

export type Addition = {
  readonly repository: RepositoryInfo;
  readonly id: ProjectId;
  readonly file: string;
  readonly text: string;
  /** The file, when it was written just now. */
  readonly wrote: string | null;
  /** The row of the same repository, also of one that was removed. */
  readonly before: Registration | null;
};

export type PlannedAddition = ({ readonly ok: true } & Addition) | { readonly ok: false; readonly error: Refused };

export async function planAddition(request: AddProject, known: KnownProjects): Promise<PlannedAddition> {
  const found = await findRepository(request.path);
  if (!found.ok) return { ok: false, error: { ...found.error, message: `${found.error.message}; nothing was added` } };
  const { repository } = found;
  const before = known.rows.find(({ path }) => path === repository.path) ?? null;
  const file = request.configFile ?? findConfigFile(repository.path) ?? findKeptFile(before);
  const text = file === null ? null : readText(file);
  if (file !== null && text !== null) return planWithFile({ file, text, repository, before }, known);
  if (request.configFile !== null) {
    const message = `there is no file ${request.configFile}; nothing was added`;
    return { ok: false, error: { code: "bad_config", message, try: "ao init" } };
  }
  return planWithNewFile({ file, repository, before }, known);
}

type WithoutFile = Pick<Addition, "repository" | "before"> & { readonly file: string | null };

/** `file`: where it was before; null: nowhere. */
function planWithNewFile({ file, repository, before }: WithoutFile, known: KnownProjects): PlannedAddition {
  const id = before?.id ?? chooseNewId(deriveProjectId(repository.path), known);
  const written = writeFirst({
    ...{ repository, project: id, wanted: file },
    fallback: known.folderOf(id),
    env: known.env,
  });
  if (!written.ok)
    return { ok: false, error: { code: "refused", message: `${written.why}; nothing was added`, try: null } };
  return { ok: true, repository, id, file: written.file, text: written.text, wrote: written.file, before };
}

/** A file that we keep for a repository without a folder for it. */
const findKeptFile = (before: Registration | null): string | null =>
  before?.configFile !== undefined && before.configFile !== null && existsSync(before.configFile)
    ? before.configFile
    : null;

type WithFile = Pick<Addition, "file" | "text" | "repository" | "before">;

function planWithFile(given: WithFile, known: KnownProjects): PlannedAddition {
  const { file, text, repository, before } = given;
  const loaded = load({ file, text, env: known.env });
  if (!loaded.ok) {
    const [first] = loaded.problems;
    const message = `${file}: ${first?.sentence ?? "it cannot be read"}; nothing was added`;
    return { ok: false, error: { code: "bad_config", message, try: "ao config-help" } };
  }
  const key = findProjectKey(loaded.config, repository.path);
  const id = before?.id ?? chooseNewId(key ?? deriveProjectId(repository.path), known);
  return { ok: true, ...given, id, wrote: null };
}

function chooseNewId(wanted: string, { rows }: KnownProjects): ProjectId {
  return projectId(findFreeId(wanted, (id) => rows.some((row) => row.id === id)));
}
