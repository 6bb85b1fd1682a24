/** Which configuration file is meant, and what stands in it. */
import { resolve } from "node:path";
import { findConfigFile } from "../../config/document/find-config.ts";
import { resolveHome } from "../../config/home.ts";
import type { ConfigSource } from "../../config/config.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";

export type WhichFile = { readonly file?: string; readonly home?: boolean };

/** The one that a value is written to: named by hand, the home's, `AO_CONFIG`, else the project's around this folder. */
export function findConfigSource(io: Io, { file, home = false }: WhichFile): ConfigSource {
  const own = resolveHome(io.env).config;
  const named = file === undefined ? (home ? own : io.env["AO_CONFIG"]) : file;
  const path = named === undefined || named === "" ? findConfigFile(io.cwd) : resolve(io.cwd, named);
  if (path === null)
    throw new CliFailure({
      code: "no_config",
      message: "there is no agent-orchestrator.yaml in this folder or around it; nothing was read",
      try: ["ao init", "ao config show --home"],
    });
  const text = readTextIfExists(path);
  if (text === null && path !== own)
    throw new CliFailure({
      code: "no_config",
      message: `there is no file ${path}; nothing was read`,
      try: ["ao init"],
    });
  return { file: path, text: text ?? "", env: io.env };
}

/** Strongest first: the file that is meant, then the home's. */
export function listConfigSources(io: Io, which: WhichFile): readonly ConfigSource[] {
  const meant = findConfigSource(io, which);
  const own = resolveHome(io.env).config;
  const text = meant.file === own ? null : readTextIfExists(own);
  return text === null ? [meant] : [meant, { file: own, text, env: io.env }];
}
