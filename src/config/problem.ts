/** What is wrong with a file, or odd in it, and where. */
export type Problem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The key as it is written, with the blocks around it: `projects.my-app.autonomy`. Empty for the file itself. */
  readonly key: string;
  /** Names the line, so that it can stand alone. */
  readonly sentence: string;
};

export type Path = readonly (string | number)[];

/** Where a setting stands in the file, and how its key is written there. */
export type SettingPlace = {
  readonly path: Path;
  readonly line: number;
  readonly column: number;
  readonly written: string;
};

/** Places by the canonical path of their setting. */
export type SettingPlaces = ReadonlyMap<string, SettingPlace>;

export const formatPlaceKey = (path: Path): string => JSON.stringify(path);

export const findPlace = (places: SettingPlaces, path: Path): SettingPlace | undefined =>
  places.get(formatPlaceKey(path));

const TOP: SettingPlace = { path: [], line: 1, column: 1, written: "" };

/** The place of a setting, or of the nearest block around it when it is not written. */
export function findNearestSetting(places: SettingPlaces, path: Path): SettingPlace {
  for (let length = path.length; length > 0; length--) {
    const place = findPlace(places, path.slice(0, length));
    if (place !== undefined) return place;
  }
  return TOP;
}

export function createProblem(file: string, place: Omit<SettingPlace, "path">, sentence: string): Problem {
  const { line, column, written } = place;
  return {
    file,
    line,
    column,
    key: written,
    sentence: /\blines? \d/.test(sentence) ? sentence : `${sentence} (line ${line})`,
  };
}

/** `projects` and `my-app` make `projects.my-app`; numbers are positions in a list. */
export function joinPath(around: string, next: string | number): string {
  if (typeof next === "number") return `${around}[${next + 1}]`;
  return around === "" ? next : `${around}.${next}`;
}
