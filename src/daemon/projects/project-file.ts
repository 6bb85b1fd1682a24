/**
 * Which settings of a project's file hold. The file on the person's disk is read; what a person wrote or committed there
 * holds at once, what arrived by git (a landing, a pull) waits until a person accepts it, and a file that is broken or
 * gone leaves the last accepted one in force.
 */
import { emptyConfig, type Config } from "../../config/config.ts";
import { compareLines, describeDifference, nameIn, type LineDifference } from "../../config/document/compare-lines.ts";
import { listConsequences, type Consequences } from "../../config/explain/consequences.ts";
import type { EnvironmentVariables } from "../../config/resolve/interpolate.ts";
import type { ConfigLayers } from "../../config/layers.ts";
import { load } from "../../config/load.ts";
import { createProblem, type Problem } from "../../config/problem.ts";
import { findProjectKey } from "../../config/resolve/project-key.ts";
import type { FileHistory } from "../../lib/git/objects/file-history.ts";
import type { ProjectProblem } from "../context.ts";

/** `onDisk` null: there is no such file now. `history`: of that text, as far back as the accepted one. */
export type ProjectFile = {
  readonly file: string | null;
  readonly accepted: string | null;
  readonly onDisk: string | null;
  readonly history: FileHistory;
  readonly repository: string;
  readonly id: string;
  readonly home: Config | null;
  readonly env: EnvironmentVariables;
};

export type JudgedFile = {
  /** Null: nothing that was accepted can be read, so nothing may be done. */
  readonly layers: ConfigLayers | null;
  /** The text to be accepted from now on. */
  readonly accepted: string | null;
  readonly problems: readonly ProjectProblem[];
  readonly waiting: Consequences | null;
};

export function judgeProjectFile(project: ProjectFile): JudgedFile {
  const { file, accepted, onDisk } = project;
  if (file === null) return { layers: createLayers(project, emptyConfig), accepted, problems: [], waiting: null };
  if (onDisk === accepted) return holdAccepted(project, { problems: [], waiting: null });
  if (onDisk === null) return holdAccepted(project, { problems: [reportGone(file)], waiting: null });
  // Many editors empty a file before they write it, so an empty one is a file in the making.
  if (onDisk.trim() === "") return holdAccepted(project, { problems: [reportEmpty(file)], waiting: null });
  const next = load({ file, text: onDisk, env: project.env });
  if (!next.ok) return holdAccepted(project, { problems: next.problems.map(toError), waiting: null });
  const layers = createLayers(project, next.config);
  const waiting = findWaiting(project, listConsequences(layers));
  if (waiting !== null) return holdAccepted(project, { problems: [], waiting });
  return { layers, accepted: onDisk, problems: next.warnings.map(toWarning), waiting: null };
}

/** Of settings that nobody accepted all is shown, else what is different. Null: they hold. */
function findWaiting(project: ProjectFile, next: Consequences): Consequences | null {
  if (project.accepted === null) return next;
  const { layers } = holdAccepted(project, { problems: [], waiting: null });
  const accepted = layers === null ? NONE : listConsequences(layers);
  if (next.hash === accepted.hash || isPersonsOwn(project, accepted, next)) return null;
  return { hash: next.hash, lines: describeDifference(compareLines(accepted.lines, next.lines)) };
}

/** Accepted settings that cannot be read any more: all is different from them. */
const NONE: Consequences = { hash: "", lines: [] };

/**
 * Has a person written all that is different from what they accepted? What git brought is not theirs because they
 * changed another line of the file afterwards, nor what they took over from another branch without a merge.
 */
function isPersonsOwn(project: ProjectFile, accepted: Consequences, next: Consequences): boolean {
  const { versions, elsewhere } = project.history;
  if (versions[0]?.by === "git") return false;
  const changed = compareLines(accepted.lines, next.lines);
  if (elsewhere.some((text) => isTakenOver(project, { text, accepted, changed }))) return false;
  for (const { text, by } of versions) {
    if (text === null || text === project.accepted) return true;
    const then = readConsequences(project, text);
    if (then?.hash === accepted.hash) return true;
    if (by === "git") return then !== null && !hasBrought({ then, accepted, changed });
  }
  return true;
}

type Comparison = { readonly accepted: Consequences; readonly changed: LineDifference };

function isTakenOver(
  project: ProjectFile,
  { text, accepted, changed }: Comparison & { readonly text: string },
): boolean {
  if (text === project.onDisk) return true;
  const there = readConsequences(project, text);
  return there !== null && shareSetting(compareLines(accepted.lines, there.lines).added, changed.added);
}

/** `then`: what git brought last, before the person's own changes. Another order of the same lines counts as a change. */
function hasBrought({ then, accepted, changed }: Comparison & { readonly then: Consequences }): boolean {
  const brought = compareLines(accepted.lines, then.lines);
  if (brought.added.length + brought.removed.length === 0) return true;
  return shareSetting(brought.added, changed.added) || brought.removed.some((line) => changed.removed.includes(line));
}

/** A line that packs several keys into one is shared when either side has another of them. */
const shareSetting = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((line) => right.includes(line) || right.some((other) => isPacked(line) && nameIn(line) === nameIn(other)));

const isPacked = (line: string): boolean => /[{[]/.test(line);

/** Null: such a file would not be obeyed. */
function readConsequences(project: ProjectFile, text: string): Consequences | null {
  const loaded = load({ file: project.file ?? "", text, env: project.env });
  return loaded.ok ? listConsequences(createLayers(project, loaded.config)) : null;
}

/** The accepted text goes on to hold. */
function holdAccepted(project: ProjectFile, rest: Pick<JudgedFile, "problems" | "waiting">): JudgedFile {
  const { file, accepted, env } = project;
  if (file === null || accepted === null) return { layers: null, accepted, ...rest };
  const last = load({ file, text: accepted, env });
  if (!last.ok) return { layers: null, accepted, ...rest, problems: [...rest.problems, ...last.problems.map(toError)] };
  const warnings = rest.problems.length === 0 && rest.waiting === null ? last.warnings.map(toWarning) : [];
  return { layers: createLayers(project, last.config), accepted, ...rest, problems: [...rest.problems, ...warnings] };
}

function createLayers({ repository, id, home }: ProjectFile, config: Config): ConfigLayers {
  const isOwn = home !== null && home.file === config.file;
  return { config, home: isOwn ? null : home, project: findProjectKey(config, repository) ?? id };
}

const TOP = { line: 1, column: 1, written: "" };
const reportGone = (file: string) =>
  toError(createProblem(file, TOP, "the file is missing; the last accepted settings apply"));
const reportEmpty = (file: string) =>
  toError(createProblem(file, TOP, "the file is empty; the settings that were accepted last hold"));
const toError = (problem: Problem): ProjectProblem => ({ ...problem, severity: "error" });
const toWarning = (problem: Problem): ProjectProblem => ({ ...problem, severity: "warning" });
