/** `ao config prompts`: what agents are told as it is shipped, to begin words of one's own with. */
import { explainPrompts, type PromptHelp } from "../../config/explain/explain-prompts.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import { measureWidth } from "../render/display-width.ts";
import type { Io } from "../render/io.ts";
import { createCell, createSpan, type Line, type Pen } from "../render/line.ts";
import { showAnswer } from "../show.ts";
import { WrongUse } from "../run/wrong-use.ts";

export function showPrompts(io: Io, name: string | undefined): void {
  if (name !== undefined) return showText(io, promptNamed(name));
  const all = explainPrompts();
  showAnswer(io, {
    json: () => all,
    records: () => all.map((prompt) => [prompt.name, prompt.when]),
    lines: (pen) => formatList(all, pen),
  });
}

/** The text alone, so that it can be written to a file. */
function showText(io: Io, prompt: PromptHelp): void {
  const lines = prompt.text.split("\n");
  showAnswer(io, {
    json: () => prompt,
    records: () => lines.map((line) => [line]),
    lines: (pen) => lines.flatMap((line) => pen.wrap(line, pen.width).map((part): Line => [createSpan(part)])),
  });
}

function formatList(all: readonly PromptHelp[], pen: Pen): readonly Line[] {
  const width = Math.max(...all.map(({ name }) => measureWidth(name))) + 2;
  return all.flatMap(({ name, when }) =>
    pen
      .wrap(when, Math.max(8, pen.width - width))
      .map((part, at): Line => [createCell(at === 0 ? name : "", width, "id"), createSpan(part)]),
  );
}

function promptNamed(name: string): PromptHelp {
  const all = explainPrompts();
  const found = all.find((prompt) => prompt.name === name);
  if (found !== undefined) return found;
  const names = all.map((prompt) => prompt.name);
  const meant = findNearest(name, names);
  throw new WrongUse(`there is no prompt \`${name}\`; there are ${names.join(", ")}`, {
    try: [meant === null ? "ao config prompts" : `ao config prompts ${meant}`],
  });
}
