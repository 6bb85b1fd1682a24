/** What to type on the left, what it does on the right: the form of help pages. */
import { measureWidth, padTo, wrapTo } from "./display-width.ts";

const LEFT_WIDTH_MAX = 34;
const GAP = 2;

/** Indented. A left side that is too long for its column pushes the right one below it; a long right side goes on below itself. */
export function formatTwoColumns(
  rows: readonly (readonly [left: string, right: string])[],
  width: number,
): readonly string[] {
  const left = Math.min(LEFT_WIDTH_MAX, Math.max(0, ...rows.map(([text]) => measureWidth(text))));
  const indent = GAP + left + GAP;
  return rows.flatMap(([what, does]) => {
    const [first = "", ...more] = wrapTo(does, Math.max(20, width - indent));
    const below = more.map((line) => " ".repeat(indent) + line);
    if (measureWidth(what) > left) return [`  ${what}`, `${" ".repeat(indent)}${first}`, ...below];
    return [`  ${padTo(what, left)}  ${first}`.trimEnd(), ...below];
  });
}
