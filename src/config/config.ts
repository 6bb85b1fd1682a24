/** A configuration file that was read: its settings, and where each of them stands. */
import type { EnvironmentVariables } from "./resolve/interpolate.ts";
import {
  findNearestSetting,
  findPlace,
  createProblem,
  type Path,
  type SettingPlaces,
  type Problem,
} from "./problem.ts";
import type { Settings } from "./shape/shape.ts";

/** `file` is only a name for messages; `env` fills `${NAME}`. */
export type ConfigSource = { readonly file: string; readonly text: string; readonly env: EnvironmentVariables };

export type Config = { readonly file: string; readonly settings: Settings; readonly places: SettingPlaces };

export const emptyConfig: Config = { file: "", settings: {}, places: new Map() };

export const findLine = (config: Config, path: Path): number => findNearestSetting(config.places, path).line;
export const isKeySet = (config: Config, path: Path): boolean => findPlace(config.places, path) !== undefined;

export function createComplaint(config: Config, path: Path, sentence: string): Problem {
  return createProblem(config.file, findNearestSetting(config.places, path), sentence);
}
