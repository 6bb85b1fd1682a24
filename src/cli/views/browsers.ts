/** Browsers that are signed in to the dashboard. */
import type { BrowserView } from "../../protocol/browser.ts";
import { cell, span, type Line, type Pen } from "../render/line.ts";
import { age } from "../render/quantity.ts";

const ID_WIDTH = 14;
const AGE_WIDTH = 11;

export function browserLines(browsers: readonly BrowserView[], nowMs: number, pen: Pen): readonly Line[] {
  if (browsers.length === 0)
    return [[span("No browser is signed in. "), span("ao dashboard", "id"), span(" opens one.")]];
  const nameWidth = Math.min(32, Math.max(7, ...browsers.map(({ name }) => pen.words(name).length)) + 2);
  const row = (id: string, name: string, ages: readonly [string, string, string], tone?: "hint"): Line => [
    cell(id, ID_WIDTH, tone ?? "id"),
    cell(pen.cut(name, nameWidth - 2), nameWidth, tone),
    ...ages.map((text) => cell(text, AGE_WIDTH, tone)),
  ];
  return [
    row("id", "browser", ["signed in", "last seen", "ends in"], "hint"),
    ...browsers.map(({ id, name, since, lastSeen, until }) =>
      row(id, name, [`${ago(nowMs, since)} ago`, `${ago(nowMs, lastSeen)} ago`, age(Date.parse(until) - nowMs)]),
    ),
  ];
}

const ago = (nowMs: number, moment: string): string => age(nowMs - Date.parse(moment));
