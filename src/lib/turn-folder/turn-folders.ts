/** All turns that have a folder: which there are, what is known of each without its output, and what they take. */
import { existsSync, readdirSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readTextIfExists } from "../files/if-there.ts";
import { measureTree, createDeadline } from "../files/measure-tree.ts";
import { returnNullIfAbsent } from "../files/plain-file.ts";
import { removeTree } from "../files/remove-tree.ts";
import { parseDescription, parseTurnSession, type TurnDescription } from "./parse-description.ts";
import { openTurnFiles, type TurnFiles } from "./turn-files.ts";

/** By name. With what is just being made or withdrawn, whose names begin with a dot. */
export const listTurns = (turns: string): readonly string[] => (existsSync(turns) ? readdirSync(turns) : []);

export const isTurnThere = (turns: string, turn: string): boolean => existsSync(openTurnFiles(turns, turn).directory);

/** Whether a program was or is run for it. */
export const hasTurnStarted = (turns: string, turn: string): boolean => existsSync(openTurnFiles(turns, turn).started);

export const hasTurnEnded = (turns: string, turn: string): boolean => existsSync(openTurnFiles(turns, turn).exit);

/** How it was launched. Null: nobody noted it yet, or not all of it. */
export const readDescription = (files: TurnFiles): TurnDescription | null =>
  parseDescription(readTextIfExists(files.description));

/** The session that it is a turn of. Null: as above. */
export const readTurnSession = (turns: string, turn: string): string | null =>
  parseTurnSession(readTextIfExists(openTurnFiles(turns, turn).description) ?? "");

export type TurnFolderSize = { readonly path: string; readonly bytes: number; readonly atMs: number };

/** As old as its youngest file. */
export async function measureTurn(turns: string, turn: string, lookMs: number): Promise<TurnFolderSize> {
  const path = join(turns, turn);
  const own = await lstat(path).catch(returnNullIfAbsent);
  const names = own?.isDirectory() === true ? await readdir(path) : [];
  const files = await Promise.all(names.map((name) => lstat(join(path, name)).catch(returnNullIfAbsent)));
  return {
    path,
    bytes: (await measureTree(path, { isOver: createDeadline(lookMs) })).bytes,
    atMs: Math.max(own?.mtimeMs ?? 0, ...files.map((file) => file?.mtimeMs ?? 0)),
  };
}

export const removeTurn = ({ path }: TurnFolderSize): Promise<void> => removeTree(path);
