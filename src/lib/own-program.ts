/** The other programs of this installation: bundled beside each other in `dist`, or as sources of a clone. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const SOURCES = { daemon: "daemon/main.ts", supervisor: "daemon/supervisor.ts", host: "host/main.ts" } as const;

export type OwnProgram = keyof typeof SOURCES;

/** How it is started: our own Node, and its main file. */
export function ownProgram(name: OwnProgram): readonly [string, string] {
  const here = import.meta.dirname;
  const source = join(here, "..", SOURCES[name]);
  if (existsSync(source)) return [process.execPath, source];
  // Parts that programs share lie in a folder below them.
  const folder = existsSync(join(here, `${name}.js`)) ? here : dirname(here);
  return [process.execPath, join(folder, `${name}.js`)];
}

/** The folders that it and its Node lie in. */
export function ownFolders(): readonly string[] {
  const [node, main] = ownProgram("daemon");
  return [dirname(node), main.endsWith(".ts") ? dirname(dirname(dirname(main))) : dirname(dirname(main))];
}
