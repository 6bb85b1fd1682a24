import type { Command } from "commander";
import type { CleanupView } from "../../../protocol/daemon/housekeeping.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { blank, createCell, createCellRight, createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { formatBytes, count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";

export const examples = [
  ["ao cleanup", "remove what finished sessions left; dirty work is saved first"],
  ["ao cleanup --json", "what was removed and what was kept, as data"],
] as const;

export function define(command: Command, io: Io): void {
  command.action(() => runCleanup(io));
}

async function runCleanup(io: Io): Promise<void> {
  const client = await connect(io);
  const view = await runWithProgress(io, "removing what finished sessions left", () => client.cleanup({}));
  showAnswer(io, {
    json: () => view,
    records: () => [
      ...view.removed.map(({ what, path, bytes: size }) => ["removed", what, path, size]),
      ...view.kept.map(({ path, why }) => ["kept", why, path, null]),
      ...listUsedRows(view).map(([what, size]) => ["used", what, null, size]),
    ],
    lines: (pen) => formatCleanup(view, pen),
  });
}

function formatCleanup(view: CleanupView, pen: Pen): readonly Line[] {
  const { removed, kept, freedBytes } = view;
  const what = Math.min(20, Math.max(0, ...removed.map((one) => one.what.length)));
  const room = pen.width - what - 14;
  return [
    ...removed.map((one): Line => [
      createSpan(pen.mark("done"), "passed"),
      createSpan(" "),
      createCell(pen.cut(one.what, what), what),
      createSpan("  "),
      createCell(pen.cutFront(one.path, room), room),
      createCellRight(formatBytes(one.bytes), 10, "hint"),
    ]),
    ...kept.flatMap(({ path, why }): readonly Line[] => [
      [createSpan(pen.mark("skipped")), createSpan(" kept "), createSpan(pen.cutFront(path, pen.width - 8))],
      ...pen.wrap(why, pen.width - 4).map((line): Line => [createSpan("    "), createSpan(line)]),
    ]),
    ...(removed.length + kept.length === 0 ? [] : [blank]),
    [
      createSpan(
        removed.length === 0
          ? "Nothing to remove."
          : `${count(removed.length, "thing")} removed, ${formatBytes(freedBytes)} freed.`,
      ),
    ],
    ...pen.wrap(`In use: ${describeUsed(view)}.`, pen.width).map((line): Line => [createSpan(line)]),
  ];
}

function describeUsed(view: CleanupView): string {
  const { incomplete, free } = view.disk;
  const parts = listUsedRows(view).map(
    ([what, size]) => `${what} ${incomplete.includes(what) ? "over " : ""}${formatBytes(size)}`,
  );
  return `${parts.join(", ")}; ${formatBytes(free)} are free`;
}

const listUsedRows = ({ disk }: CleanupView) =>
  [
    ["workspaces", disk.workspaces],
    ["checks", disk.checks],
    ["prepared", disk.prepared],
    ["caches", disk.caches],
    ["trash", disk.trash],
    ["logs", disk.logs],
    ["data", disk.data],
  ] as const;
