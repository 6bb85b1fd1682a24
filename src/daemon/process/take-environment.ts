/**
 * What the daemon's programs find in their environment is what the shell had that started it. A later shell may know
 * more: another PATH, a key that was exported since. Its `ao` hands that over; it stays in memory and reaches no file.
 */
import { delimiter } from "node:path";

export type GivenEnvironment = {
  readonly variables: Readonly<Record<string, string>>;
  /** All there is: what it lacks is taken away. Otherwise nothing is, and folders are added to the PATH. */
  readonly isWhole: boolean;
  /** Only says what would change. */
  readonly isTrial: boolean;
};

/** Names of what changes. `env` is changed in place, since all parts of the daemon read it when they need it. */
export function takeEnvironment(
  env: NodeJS.ProcessEnv,
  isWanted: (name: string) => boolean,
  { variables, isWhole, isTrial }: GivenEnvironment,
): readonly string[] {
  const given = Object.entries(variables).filter(([name]) => isWanted(name));
  const path = mergeFolders(env["PATH"], variables["PATH"], isWhole && !isTrial);
  const next = new Map<string, string | undefined>([
    ...given,
    ...(path === undefined ? [] : [["PATH", path] as const]),
  ]);
  if (isWhole) for (const name of Object.keys(env)) if (isWanted(name) && !next.has(name)) next.set(name, undefined);
  const changed = [...next].filter(([name, value]) => env[name] !== value);
  if (!isTrial)
    for (const [name, value] of changed)
      if (value === undefined) delete env[name];
      else env[name] = value;
  return changed.map(([name]) => name);
}

/** The order of the one that is there decides what runs, so that folders are added behind it. */
function mergeFolders(own: string | undefined, given: string | undefined, isWhole: boolean): string | undefined {
  if (given === undefined || given === "") return undefined;
  if (isWhole || own === undefined) return given;
  const folders = own.split(delimiter);
  return [...folders, ...given.split(delimiter).filter((folder) => !folders.includes(folder))]
    .slice(0, FOLDERS_MAX)
    .join(delimiter);
}

/** Every shell may bring some; a PATH is searched from its beginning. */
const FOLDERS_MAX = 200;
