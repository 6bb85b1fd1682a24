/**
 * Which settings of a project's file hold. The file on the person's disk is read; what a person wrote there holds at
 * once, what arrived by git (a landing, a pull) waits until a person accepts it, and a file that is broken or gone leaves
 * the last accepted one in force.
 */
import { emptyConfig, type Config } from "../../config/config.ts";
import { consequencesOf, type Consequences } from "../../config/consequences.ts";
import type { Environment } from "../../config/interpolate.ts";
import type { ConfigLayers } from "../../config/layers.ts";
import { load } from "../../config/load.ts";
import { problemAt, type Problem } from "../../config/problem.ts";
import { projectKeyFor } from "../../config/project-key.ts";
import type { ProjectProblem } from "../context.ts";

/** `onDisk` null: there is no such file now. `byGit`: it is as a commit has it, so nobody need have looked at it. */
export type ProjectFile = {
  readonly file: string | null;
  readonly accepted: string | null;
  readonly onDisk: string | null;
  readonly byGit: boolean;
  readonly repository: string;
  readonly id: string;
  readonly home: Config | null;
  readonly env: Environment;
};

export type Judged = {
  /** Null: nothing that was accepted can be read, so nothing may be done. */
  readonly layers: ConfigLayers | null;
  /** The text to be accepted from now on. */
  readonly accepted: string | null;
  readonly problems: readonly ProjectProblem[];
  readonly waiting: Consequences | null;
};

export function judge(project: ProjectFile): Judged {
  const { file, accepted, onDisk } = project;
  if (file === null) return { layers: layersOf(project, emptyConfig), accepted, problems: [], waiting: null };
  if (onDisk === accepted) return holding(project, { problems: [], waiting: null });
  if (onDisk === null) return holding(project, { problems: [gone(file)], waiting: null });
  // Many editors empty a file before they write it, so an empty one is a file in the making.
  if (onDisk.trim() === "") return holding(project, { problems: [empty(file)], waiting: null });
  const next = load({ file, text: onDisk, env: project.env });
  if (!next.ok) return holding(project, { problems: next.problems.map(asError), waiting: null });
  const layers = layersOf(project, next.config);
  const waiting = project.byGit || accepted === null ? consequencesOf(layers) : null;
  if (waiting !== null && waiting.hash !== acceptedHash(project)) return holding(project, { problems: [], waiting });
  return { layers, accepted: onDisk, problems: next.warnings.map(asWarning), waiting: null };
}

/** The accepted text goes on to hold. */
function holding(project: ProjectFile, rest: Pick<Judged, "problems" | "waiting">): Judged {
  const { file, accepted, env } = project;
  if (file === null || accepted === null) return { layers: null, accepted, ...rest };
  const last = load({ file, text: accepted, env });
  if (!last.ok) return { layers: null, accepted, ...rest, problems: [...rest.problems, ...last.problems.map(asError)] };
  const warnings = rest.problems.length === 0 && rest.waiting === null ? last.warnings.map(asWarning) : [];
  return { layers: layersOf(project, last.config), accepted, ...rest, problems: [...rest.problems, ...warnings] };
}

function acceptedHash(project: ProjectFile): string | null {
  const { layers } = holding(project, { problems: [], waiting: null });
  return layers === null ? null : consequencesOf(layers).hash;
}

function layersOf({ repository, id, home }: ProjectFile, config: Config): ConfigLayers {
  const isOwn = home !== null && home.file === config.file;
  return { config, home: isOwn ? null : home, project: projectKeyFor(config, repository) ?? id };
}

const TOP = { line: 1, column: 1, written: "" };
const gone = (file: string) =>
  asError(problemAt(file, TOP, "the file is gone; the settings that were accepted last hold"));
const empty = (file: string) =>
  asError(problemAt(file, TOP, "the file is empty; the settings that were accepted last hold"));
const asError = (problem: Problem): ProjectProblem => ({ ...problem, severity: "error" });
const asWarning = (problem: Problem): ProjectProblem => ({ ...problem, severity: "warning" });
