/** Which configuration file is meant, and what stands in it. */
import { resolve } from "node:path";
import { findConfigFile } from "../config/find-config.ts";
import { homeOf } from "../config/home.ts";
import type { ConfigSource } from "../config/config.ts";
import { Failure } from "./render/failure.ts";
import type { Io } from "./render/io.ts";
import { textIfThere } from "../lib/if-there.ts";

export type WhichFile = { readonly file?: string; readonly home?: boolean };

/** The one that a value is written to: named by hand, the home's, `AO_CONFIG`, else the project's around this folder. */
export function configSource(io: Io, { file, home = false }: WhichFile): ConfigSource {
  const own = homeOf(io.env).config;
  const named = file === undefined ? (home ? own : io.env["AO_CONFIG"]) : file;
  const path = named === undefined || named === "" ? findConfigFile(io.cwd) : resolve(io.cwd, named);
  if (path === null)
    throw new Failure({
      code: "no_config",
      message: "there is no agent-orchestrator.yaml in this folder or around it; nothing was read",
      try: ["ao init", "ao config show --home"],
    });
  const text = textIfThere(path);
  if (text === null && path !== own)
    throw new Failure({ code: "no_config", message: `there is no file ${path}; nothing was read`, try: ["ao init"] });
  return { file: path, text: text ?? "", env: io.env };
}

/** Strongest first: the file that is meant, then the home's. */
export function configLayers(io: Io, which: WhichFile): readonly ConfigSource[] {
  const meant = configSource(io, which);
  const own = homeOf(io.env).config;
  const text = meant.file === own ? null : textIfThere(own);
  return text === null ? [meant] : [meant, { file: own, text, env: io.env }];
}
