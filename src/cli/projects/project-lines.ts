/** What is said of projects that were added. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { findOrigin } from "../../config/first-run/origin.ts";
import { isOwnForge } from "../../config/own-forge.ts";
import { findPluginTitle } from "../../config/warnings/plugin-names.ts";
import type { AddedProjectView } from "../../protocol/project.ts";
import type { Io } from "../render/io.ts";
import { count } from "../render/quantity.ts";
import { createCell, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";

/** As wide as the widest group of `ao doctor`. */
const NAME_WIDTH_MIN = 8;

export function nameWidth(projects: readonly { readonly id: string }[]): number {
  return Math.min(24, Math.max(NAME_WIDTH_MIN, ...projects.map(({ id }) => id.length)));
}

export function formatProject(project: AddedProjectView, width: number, pen: Pen): readonly Line[] {
  const { id, path, defaultBranch, agent, notReady, runtime, wrote, accepted, commands, notes, problems } = project;
  const indent = width + 4;
  const below = (text: string): readonly Line[] =>
    pen.wrap(text, pen.width - indent).map((line) => indentLine([createSpan(line)], indent));
  const mark = notReady === null ? createSpan(pen.mark("done"), "passed") : createSpan(pen.mark("failed"), "failed");
  return [
    [mark, createSpan(" "), createCell(id, width, "id"), createSpan("  "), createSpan(pen.words(path))],
    ...below(`branch ${defaultBranch}, agent ${agent}, runtime ${runtime}`),
    ...below(describeForge(project)),
    ...(notReady === null ? below(describeIssues(project)) : below(`no session starts: ${notReady}`)),
    ...(wrote === null ? [] : below(describeWritten(shortenPath(wrote, path), commands))),
    ...accepted.flatMap((line) => below(`accepted ${line}`)),
    ...notes.flatMap(below),
    ...problems.flatMap(({ sentence }) => below(sentence)),
  ];
}

/** Where the answer is records, which have no room for it, it is said beside them. */
export function tellOfProjects(io: Io, projects: readonly AddedProjectView[]): void {
  if (io.answer.isTerminal || io.json) return;
  for (const { id, path, notReady, wrote, commands, notes, problems } of projects)
    for (const sentence of [
      ...(notReady === null ? [] : [`no session starts: ${notReady}`]),
      ...(wrote === null ? [] : [describeWritten(shortenPath(wrote, path), commands)]),
      ...notes,
      ...problems.map((problem) => problem.sentence),
    ])
      io.tell(`${id}: ${sentence}`);
}

function describeWritten(file: string, { setup, checks }: AddedProjectView["commands"]): string {
  const found = [
    checks.length === 0 ? "no checks" : `checks: ${checks.join(", ")}`,
    ...(setup.length === 0 ? [] : [`setup: ${setup.map((line) => `\`${line}\``).join(", ")}`]),
  ];
  return `wrote ${file} with what was found (${found.join("; ")}); please review it`;
}

/** What is used, and how to change that. */
function describeForge({ path, configFile, repo, tracker, scm }: AddedProjectView): string {
  const file = configFile === null ? "agent-orchestrator.yaml" : shortenPath(configFile, path);
  const used =
    tracker === scm
      ? `issues and changes on ${findPluginTitle(scm)}`
      : `issues on ${findPluginTitle(tracker)}, changes on ${findPluginTitle(scm)}`;
  if (repo !== null) return `${used}, ${repo}; remove \`repo\` from ${file} for the local forge`;
  const own = join(path, ".git");
  const origin = isOwnForge(tracker) && isOwnForge(scm) ? findOrigin(existsSync(own) ? own : path) : null;
  if (origin === null) return used;
  return `${used}; to use ${origin.title}: set ${origin.variable}, and \`repo: ${origin.repo}\` in ${file}`;
}

function describeIssues({ autoAssign, openIssues }: AddedProjectView): string {
  if (!autoAssign) return "agents start on the issues you choose; `auto_assign: true` starts them on all open ones";
  if (openIssues === 0) return "agents start on new issues; `auto_assign: false` to choose yourself";
  const them = openIssues === 1 ? "an agent starts on it" : "agents start on them";
  return `${count(openIssues, "open issue")}: ${them}; \`auto_assign: false\` to choose yourself`;
}

function shortenPath(file: string, folder: string): string {
  const way = relative(folder, file);
  return way.startsWith("..") ? file : way;
}
