/** What the system refused, said as a sentence: which path, what was tried, why, and what to look at. */
import { isAbsolute } from "node:path";
import { resolveHome } from "../../config/home.ts";
import { describeDiskError, isSystemDiskError } from "../../lib/disk-errors/system-disk-error.ts";
import type { CliFailureParts } from "../render/failure.ts";
import { formatCommandLine } from "../render/shell-words.ts";

/** Null: it is no error of the system about a path. */
export function describeSystemError(error: unknown, env: NodeJS.ProcessEnv): CliFailureParts | null {
  if (!isSystemError(error)) return null;
  const why = isSystemDiskError(error) ? describeDiskError(error) : REASONS.get(error.code);
  if (why === undefined) return null;
  const { path, syscall } = error;
  const tried = WRITES.has(syscall) ? "written" : "read";
  const home = findHomeAbove(path, env);
  if (home === null)
    return {
      code: "system",
      message: `${path} cannot be ${tried}: ${why}`,
      try: [formatCommandLine(["ls", "-ld", path])],
    };
  return {
    code: "bad_home",
    message: `the home ${home} cannot be ${tried}: ${why} (${path})`,
    facts: ["everything ao keeps is there; AO_HOME names another place"],
    try: [formatCommandLine(["ls", "-ld", home]), "ao doctor"],
  };
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "not permitted"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["EISDIR", "it is a folder, not a file"],
  ["ELOOP", "its symbolic links lead in a circle"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EEXIST", "something else is there already"],
]);

const WRITES: ReadonlySet<string> = new Set(["mkdir", "write", "rename", "unlink", "rmdir", "rm", "chmod", "copyfile"]);

type SystemError = Error & { readonly code: string; readonly syscall: string; readonly path: string };

function isSystemError(error: unknown): error is SystemError {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error) || !("syscall" in error)) return false;
  return [error.code, error.path, error.syscall].every((part) => typeof part === "string");
}

function findHomeAbove(path: string, env: NodeJS.ProcessEnv): string | null {
  const { AO_HOME: named = "" } = env;
  if (named !== "" && !isAbsolute(named)) return null;
  const home = resolveHome(env).path;
  return path === home || path.startsWith(`${home}/`) ? home : null;
}
