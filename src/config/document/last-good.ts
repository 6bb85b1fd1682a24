/** A changed file is obeyed only when it is whole and valid; else the last good one stays and the problems are shown. */
import type { Config, ConfigSource } from "../config.ts";
import { load } from "../load.ts";
import { createProblem, type Problem } from "../problem.ts";

export type LastGood = {
  readonly config: Config;
  readonly warnings: readonly Problem[];
  /** What is wrong with the file on disk now. Empty: `config` is that file. */
  readonly problems: readonly Problem[];
};

export function reload(previous: LastGood, source: ConfigSource): LastGood {
  // Many editors empty a file before they write it, so an empty one is a file in the making.
  if (source.text.trim() === "" && previous.config.places.size > 0) {
    return {
      ...previous,
      problems: [createProblem(source.file, { line: 1, column: 1, written: "" }, "the file is empty")],
    };
  }
  const loaded = load(source);
  if (!loaded.ok) return { ...previous, problems: loaded.problems };
  return { config: loaded.config, warnings: loaded.warnings, problems: [] };
}
