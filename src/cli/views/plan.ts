/** `ao plan`: in which wave a task begins, and what stands in its way. */
import type { PlannedTaskView, PlanView } from "../../protocol/plan.ts";
import { blank, cell, indented, span, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";
import { issueWord } from "./session-mark.ts";

const INDENT = 4;

export function planLines({ tasks, project, autoAssign }: PlanView, pen: Pen): readonly Line[] {
  if (tasks.length === 0) return [[span(`No open issues in ${project}: ao issue new "Sort the list"`)]];
  const ready = tasks.filter(({ wave, session }) => wave === 1 && session === null).length;
  const head = `${count(tasks.length, "open issue")} in ${project}: ${ready} may begin now.`;
  const waves = [...new Set(tasks.map(({ wave }) => wave))];
  return [
    ...wrapped(autoAssign ? `${head} auto_assign is on: agents pick these up automatically.` : head, 0, pen),
    ...waves.flatMap((wave): readonly Line[] => [
      blank,
      [span(headingOf(wave), "heading")],
      ...tasks.filter((task) => task.wave === wave).flatMap((task) => taskLines(task, pen)),
    ]),
    blank,
  ];
}

function headingOf(wave: number | null): string {
  if (wave === null) return "WAIT FOR THEMSELVES, BY WAY OF OTHERS";
  return wave === 1 ? "NOW" : wave === 2 ? "THEN" : `THEN (${wave})`;
}

function taskLines({ name, title, after, overlaps, specialist, agent, session }: PlannedTaskView, pen: Pen) {
  const who = session ?? specialist ?? agent;
  const room = Math.max(16, pen.width - who.length - 11);
  return [
    [span("  "), cell(issueWord(name), 6, "id"), cell(pen.cut(title, room), room), span("  "), span(who, "hint")],
    ...(after.length === 0 ? [] : wrapped(`after ${after.map(issueWord).join(", ")}`, INDENT + INDENT, pen)),
    ...overlaps.flatMap(({ with: other, paths }) =>
      wrapped(`meets ${other} at ${paths.slice(0, 3).join(", ")}`, INDENT + INDENT, pen),
    ),
  ];
}

const wrapped = (text: string, indent: number, pen: Pen): readonly Line[] =>
  pen.wrap(text, pen.width - indent).map((line) => indented([span(line)], indent));
