/** `ao backup` and `ao restore-backup`: what was copied, what there is, and what was put back. */
import type { RestoredFile } from "../../config/backup/restore-home.ts";
import type { Backup } from "../../lib/database/backups.ts";
import { blank, cell, cellRight, span, type Line, type Pen } from "../render/line.ts";
import { age, bytes, count } from "../render/quantity.ts";

const SIZE = 10;

export function backupLines({ path, manifest }: Backup, pen: Pen): readonly Line[] {
  const { files, failed } = manifest;
  const width = nameWidth(
    files.map(({ name }) => name),
    pen,
  );
  return [
    ...files.map((file): Line => [
      span(pen.mark("done"), "passed"),
      span(" "),
      cell(pen.cutFront(file.name, width), width),
      cellRight(bytes(file.bytes), SIZE, "hint"),
    ]),
    ...failed.flatMap(({ name, why }) => wrapped(span(`${pen.mark("failed")} `, "failed"), `${name}: ${why}`, pen)),
    blank,
    ...wrapped(span(""), `Verified and written to ${path}`, pen),
  ];
}

const nameWidth = (names: readonly string[], pen: Pen): number =>
  Math.min(pen.width - SIZE - 2, Math.max(8, ...names.map((name) => name.length)));

export function backupListLines(backups: readonly Backup[], nowMs: number, pen: Pen): readonly Line[] {
  if (backups.length === 0) return wrapped(span(""), "There is no backup yet. `ao backup` makes one.", pen);
  return backups.map(({ name, atMs, manifest }): Line => {
    const size = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const about = `${age(nowMs - atMs)} ago, ${count(manifest.files.length, "database")}, ${bytes(size)}`;
    return [cell(pen.cut(name, 22), 22, "id"), span("  "), span(pen.cut(about, Math.max(8, pen.width - 24)))];
  });
}

export function restoredLines(files: readonly RestoredFile[], from: Backup | null, pen: Pen): readonly Line[] {
  const did = from === null ? "removed" : "restored";
  const next = from === null ? BEGIN_FRESH : `The backup is of ${from.manifest.at}. ${GO_ON}`;
  return [
    ...files.flatMap(({ name, because, keptAs }) => {
      const before = keptAs === null ? "" : `; the one before is kept as ${keptAs}`;
      const why = because === null ? "" : ` (it ${because})`;
      return wrapped(span(`${pen.mark("done")} `, "passed"), `${did} ${name}${why}${before}`, pen);
    }),
    blank,
    ...wrapped(span(""), next, pen),
  ];
}

const GO_ON =
  "`ao start` goes on from there: projects are paused, what agents were told since is not told again, and `ao doctor` names what the backup does not know.";
const BEGIN_FRESH =
  "`ao start` begins with an empty database. Workspaces, branches, issues and changes stay where they are; add your projects again with `ao start PATH`.";

function wrapped(first: Line[number], words: string, pen: Pen): readonly Line[] {
  const indent = first.text.length;
  const [head = "", ...more] = pen.wrap(words, Math.max(16, pen.width - indent));
  return [[first, span(head)], ...more.map((line): Line => [span(" ".repeat(indent)), span(line)])];
}
