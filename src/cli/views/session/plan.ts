/** `ao plan`: in which wave a task begins, and what stands in its way. */
import type { PlannedTaskView, PlanView } from "../../../protocol/issue/plan.ts";
import { blank, createCell, indentLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { count } from "../../render/quantity.ts";
import { nameIssue } from "./session-mark.ts";

const INDENT = 4;

export function planLines({ tasks, project, autoAssign }: PlanView, pen: Pen): readonly Line[] {
  if (tasks.length === 0) return [[createSpan(`No open issues in ${project}: ao issue new "Sort the list"`)]];
  const ready = tasks.filter(({ wave, session }) => wave === 1 && session === null).length;
  const head = `${count(tasks.length, "open issue")} in ${project}: ${ready} may begin now.`;
  const waves = [...new Set(tasks.map(({ wave }) => wave))];
  return [
    ...wrapText(autoAssign ? `${head} auto_assign is on: agents pick these up automatically.` : head, 0, pen),
    ...waves.flatMap((wave): readonly Line[] => [
      blank,
      [createSpan(formatHeading(wave), "heading")],
      ...tasks.filter((task) => task.wave === wave).flatMap((task) => formatTask(task, pen)),
    ]),
    blank,
  ];
}

function formatHeading(wave: number | null): string {
  if (wave === null) return "WAIT FOR THEMSELVES, BY WAY OF OTHERS";
  return wave === 1 ? "NOW" : wave === 2 ? "THEN" : `THEN (${wave})`;
}

function formatTask({ name, title, after, overlaps, specialist, agent, session }: PlannedTaskView, pen: Pen) {
  const who = session ?? specialist ?? agent;
  const room = Math.max(16, pen.width - who.length - 11);
  return [
    [
      createSpan("  "),
      createCell(nameIssue(name), 6, "id"),
      createCell(pen.cut(title, room), room),
      createSpan("  "),
      createSpan(who, "hint"),
    ],
    ...(after.length === 0 ? [] : wrapText(`after ${after.map(nameIssue).join(", ")}`, INDENT + INDENT, pen)),
    ...overlaps.flatMap(({ with: other, paths }) =>
      wrapText(`meets ${other} at ${paths.slice(0, 3).join(", ")}`, INDENT + INDENT, pen),
    ),
  ];
}

const wrapText = (text: string, indent: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, pen.width - indent).map((line) => indentLine([createSpan(line)], indent));
