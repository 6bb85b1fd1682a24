/** Where the other programs of this installation lie: beside us in `dist`, or as sources of a clone. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

export type Programs = { readonly daemon: string; readonly supervisor: string };

export function ourPrograms(): Programs {
  const here = import.meta.dirname;
  const sources = join(here, "..", "daemon");
  if (existsSync(join(sources, "main.ts")))
    return { daemon: join(sources, "main.ts"), supervisor: join(sources, "supervisor.ts") };
  // Parts that are shared lie in a folder below the programs.
  const folder = existsSync(join(here, "daemon.js")) ? here : dirname(here);
  return { daemon: join(folder, "daemon.js"), supervisor: join(folder, "supervisor.js") };
}
