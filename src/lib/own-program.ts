/** The other programs of this installation: bundled beside each other in `dist`, or as sources of a clone. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const SOURCES = {
  daemon: "daemon/main.ts",
  supervisor: "daemon/process/supervisor.ts",
  backup: "daemon/process/backup.ts",
  host: "host/main.ts",
  proxy: "proxy/main.ts",
  bridge: "proxy/bridge.ts",
  "scripted-agent": "scripted-agent/main.ts",
} as const;

/** As it calls itself in the list of processes. */
export const SUPERVISOR_TITLE = "ao supervisor";

/** Of all that lives longer than a command. */
export const PROGRAM_TITLES: ReadonlySet<string> = new Set([
  ...[SUPERVISOR_TITLE, "ao daemon", "ao host", "ao proxy", "ao backup"],
]);

export type OwnProgram = keyof typeof SOURCES;

/** They live for weeks and mostly wait. By itself Node would keep some 30 MB after each burst for the next one. */
export const FRUGAL = "--max-semi-space-size=2";

/** How it is started: our own Node, its settings, and the program's main file. */
export function findOwnProgram(name: OwnProgram): readonly [string, ...string[]] {
  return [process.execPath, FRUGAL, findMainFile(name)];
}

function findMainFile(name: OwnProgram): string {
  const here = import.meta.dirname;
  const source = join(here, "..", SOURCES[name]);
  if (existsSync(source)) return source;
  // Parts that programs share lie in a folder below them.
  const folder = existsSync(join(here, `${name}.js`)) ? here : dirname(here);
  return join(folder, `${name}.js`);
}

/** The folders that it and its Node lie in. */
export function listOwnFolders(): readonly string[] {
  const main = findMainFile("daemon");
  return [dirname(process.execPath), main.endsWith(".ts") ? dirname(dirname(dirname(main))) : dirname(dirname(main))];
}
