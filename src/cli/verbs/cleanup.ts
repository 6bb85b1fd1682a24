import type { Command } from "commander";
import type { CleanupView } from "../../protocol/housekeeping.ts";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { blank, cell, cellRight, span, type Line, type Pen } from "../render/line.ts";
import { withProgress } from "../render/progress.ts";
import { bytes, count } from "../render/quantity.ts";
import { show } from "../show.ts";

export const examples = [
  ["ao cleanup", "remove what finished sessions left; dirty work is saved first"],
  ["ao cleanup --json", "what was removed and what was kept, as data"],
] as const;

export function define(command: Command, io: Io): void {
  command.action(() => cleanup(io));
}

async function cleanup(io: Io): Promise<void> {
  const client = await connect(io);
  const view = await withProgress(io, "removing what finished sessions left", () => client.cleanup({}));
  show(io, {
    json: () => view,
    records: () => [
      ...view.removed.map(({ what, path, bytes: size }) => ["removed", what, path, size]),
      ...view.kept.map(({ path, why }) => ["kept", why, path, null]),
      ...usedRows(view).map(([what, size]) => ["used", what, null, size]),
    ],
    lines: (pen) => cleanupLines(view, pen),
  });
}

function cleanupLines(view: CleanupView, pen: Pen): readonly Line[] {
  const { removed, kept, freedBytes } = view;
  const what = Math.min(20, Math.max(0, ...removed.map((one) => one.what.length)));
  const room = pen.width - what - 14;
  return [
    ...removed.map((one): Line => [
      span(pen.mark("done"), "passed"),
      span(" "),
      cell(pen.cut(one.what, what), what),
      span("  "),
      cell(pen.cutFront(one.path, room), room),
      cellRight(bytes(one.bytes), 10, "hint"),
    ]),
    ...kept.flatMap(({ path, why }): readonly Line[] => [
      [span(pen.mark("skipped")), span(" kept "), span(pen.cutFront(path, pen.width - 8))],
      ...pen.wrap(why, pen.width - 4).map((line): Line => [span("    "), span(line)]),
    ]),
    ...(removed.length + kept.length === 0 ? [] : [blank]),
    [
      span(
        removed.length === 0
          ? "Nothing to remove."
          : `${count(removed.length, "thing")} removed, ${bytes(freedBytes)} freed.`,
      ),
    ],
    ...pen.wrap(`In use: ${usedText(view)}.`, pen.width).map((line): Line => [span(line)]),
  ];
}

function usedText(view: CleanupView): string {
  const { incomplete, free } = view.disk;
  const parts = usedRows(view).map(
    ([what, size]) => `${what} ${incomplete.includes(what) ? "over " : ""}${bytes(size)}`,
  );
  return `${parts.join(", ")}; ${bytes(free)} are free`;
}

const usedRows = ({ disk }: CleanupView) =>
  [
    ["workspaces", disk.workspaces],
    ["checks", disk.checks],
    ["prepared", disk.prepared],
    ["caches", disk.caches],
    ["trash", disk.trash],
    ["logs", disk.logs],
    ["data", disk.data],
  ] as const;
