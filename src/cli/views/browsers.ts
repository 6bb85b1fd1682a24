/** Browsers that are signed in to the dashboard. */
import type { BrowserView } from "../../protocol/daemon/browser.ts";
import { createCell, createSpan, type Line, type Pen } from "../render/line.ts";
import { formatAge } from "../render/quantity.ts";

const ID_WIDTH = 14;
const AGE_WIDTH = 11;

export function formatBrowsers(browsers: readonly BrowserView[], nowMs: number, pen: Pen): readonly Line[] {
  if (browsers.length === 0)
    return [[createSpan("No browser is signed in. "), createSpan("ao dashboard", "id"), createSpan(" opens one.")]];
  const nameWidth = Math.min(32, Math.max(7, ...browsers.map(({ name }) => pen.words(name).length)) + 2);
  const row = (id: string, name: string, ages: readonly [string, string, string], tone?: "hint"): Line => [
    createCell(id, ID_WIDTH, tone ?? "id"),
    createCell(pen.cut(name, nameWidth - 2), nameWidth, tone),
    ...ages.map((text) => createCell(text, AGE_WIDTH, tone)),
  ];
  return [
    row("id", "browser", ["signed in", "last seen", "ends in"], "hint"),
    ...browsers.map(({ id, name, since, lastSeen, until }) =>
      row(id, name, [
        `${formatAgo(nowMs, since)} ago`,
        `${formatAgo(nowMs, lastSeen)} ago`,
        formatAge(Date.parse(until) - nowMs),
      ]),
    ),
  ];
}

const formatAgo = (nowMs: number, moment: string): string => formatAge(nowMs - Date.parse(moment));
