/** What is said of projects that were added. */
import { relative } from "node:path";
import type { AddedProjectView } from "../../protocol/project.ts";
import { cell, indented, span, type Line, type Pen } from "../render/line.ts";

/** As wide as the widest group of `ao doctor`. */
const NAME_WIDTH_MIN = 8;

export function nameWidth(projects: readonly { readonly id: string }[]): number {
  return Math.min(24, Math.max(NAME_WIDTH_MIN, ...projects.map(({ id }) => id.length)));
}

export function projectLines(project: AddedProjectView, width: number, pen: Pen): readonly Line[] {
  const { id, path, defaultBranch, agent, notReady, runtime, wrote, problems } = project;
  const indent = width + 4;
  const below = (text: string): readonly Line[] =>
    pen.wrap(text, pen.width - indent).map((line) => indented([span(line)], indent));
  const mark = notReady === null ? span(pen.mark("done"), "passed") : span(pen.mark("failed"), "failed");
  return [
    [mark, span(" "), cell(id, width, "id"), span("  "), span(pen.words(path))],
    ...below(`branch ${defaultBranch}, agent ${agent}, runtime ${runtime}`),
    ...(notReady === null ? [] : below(`no session starts: ${notReady}`)),
    ...(wrote === null ? [] : below(`wrote ${shortened(wrote, path)} with what was found; read it once`)),
    ...problems.flatMap(({ sentence }) => below(sentence)),
  ];
}

function shortened(file: string, folder: string): string {
  const way = relative(folder, file);
  return way.startsWith("..") ? file : way;
}
