/** Where a project's configuration file is: `agent-orchestrator.yaml` in its folder, or in any folder around it. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";

export const configFileName = "agent-orchestrator.yaml";

/** `folder` is absolute. Null: there is none. */
export function findConfigFile(folder: string): string | null {
  const own = join(folder, configFileName);
  if (readOwner(own) !== null) return own;
  for (let around = dirname(folder), below = folder; around !== below; below = around, around = dirname(around)) {
    const file = join(around, configFileName);
    const owner = readOwner(file);
    // In a folder that all may write, `/tmp` say, somebody else's file must not decide what runs here.
    if (owner !== null && (owner === 0 || owner === process.getuid?.())) return file;
  }
  return null;
}

function readOwner(file: string): number | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.uid : null;
}
