/** A configuration file that was read: its settings, and where each of them stands. */
import type { Environment } from "./interpolate.ts";
import { nearestPlace, placeAt, problemAt, type Path, type Places, type Problem } from "./problem.ts";
import type { Settings } from "./shape.ts";

/** `file` is only a name for messages; `env` fills `${NAME}`. */
export type ConfigSource = { readonly file: string; readonly text: string; readonly env: Environment };

export type Config = { readonly file: string; readonly settings: Settings; readonly places: Places };

export const emptyConfig: Config = { file: "", settings: {}, places: new Map() };

export const lineOf = (config: Config, path: Path): number => nearestPlace(config.places, path).line;
export const isWritten = (config: Config, path: Path): boolean => placeAt(config.places, path) !== undefined;

export function complaint(config: Config, path: Path, sentence: string): Problem {
  return problemAt(config.file, nearestPlace(config.places, path), sentence);
}
