/** Settings, each with its value and where that comes from. */
import { relative } from "node:path";
import type { ConfigValue } from "../config/config-values.ts";
import { measureWidth } from "../render/display-width.ts";
import { createCell, justifyLine, createSpan, type Line, type Pen } from "../render/line.ts";

export function formatConfig(values: readonly ConfigValue[], cwd: string, pen: Pen): readonly Line[] {
  if (values.length === 0) return [[createSpan("Nothing is set. Every key: ao config-help")]];
  const width = Math.min(
    Math.floor(pen.width * 0.5),
    Math.max(...values.map(({ key }) => measureWidth(pen.words(key)))),
  );
  return values.flatMap((one) => formatValue(one, { width, cwd }, pen));
}

function formatValue(
  one: ConfigValue,
  { width, cwd }: { readonly width: number; readonly cwd: string },
  pen: Pen,
): readonly Line[] {
  const from = [createSpan(pen.cutFront(describeSource(one, cwd), 40), "hint")];
  const value = one.value ?? pen.mark("skipped");
  const key = createCell(pen.words(one.key), width, "id");
  const isShort = !value.includes("\n");
  const line = isShort ? justifyLine([key, createSpan("  "), createSpan(pen.words(value))], from, pen.width) : null;
  if (line !== null) return [line];
  return [
    justifyLine([key], from, pen.width) ?? [key],
    ...value.split("\n").flatMap((text) => formatBlockLine(text, pen)),
  ];
}

export function describeSource({ from }: ConfigValue, cwd: string): string {
  if (from === "built in") return "built in";
  const near = cwd === "" ? from.file : relative(cwd, from.file);
  return `${near.startsWith("..") ? from.file : near}:${from.line}`;
}

/** A line of a block, under the block it stands in. */
function formatBlockLine(text: string, pen: Pen): readonly Line[] {
  const indent = 4 + (text.length - text.trimStart().length);
  return pen
    .wrap(text, Math.max(8, pen.width - indent))
    .map((line): Line => [createSpan(" ".repeat(indent)), createSpan(line)]);
}
