/** A broken file is shown with its line before anything is started for it. */
import { findConfigFile } from "../../config/document/find-config.ts";
import { load } from "../../config/load.ts";
import { toConfigFailure } from "../config/config-failure.ts";
import type { Io } from "../render/io.ts";
import type { StartTarget } from "./targets.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";

/** The file that speaks of the project; null: there is none yet. */
export function checkConfig(
  io: Io,
  { path, configFile }: Pick<StartTarget, "path" | "configFile">,
  notDone: string,
): string | null {
  const file = configFile ?? findConfigFile(path);
  const text = file === null ? null : readTextIfExists(file);
  if (file === null || text === null) return null;
  const loaded = load({ file, text, env: io.env });
  if (!loaded.ok) throw toConfigFailure(loaded.problems, text, notDone);
  return file;
}
