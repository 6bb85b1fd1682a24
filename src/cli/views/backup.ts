/** `ao backup` and `ao restore-backup`: what was copied, what there is, and what was put back. */
import type { RestoredFile } from "../../config/backup/restore-home.ts";
import type { Backup } from "../../lib/database/backups.ts";
import { blank, createCell, createCellRight, createSpan, type Line, type Pen } from "../render/line.ts";
import { formatAge, formatBytes, count } from "../render/quantity.ts";

const SIZE = 10;

export function formatBackup({ path, manifest }: Backup, pen: Pen): readonly Line[] {
  const { files, failed } = manifest;
  const width = nameWidth(
    files.map(({ name }) => name),
    pen,
  );
  return [
    ...files.map((file): Line => [
      createSpan(pen.mark("done"), "passed"),
      createSpan(" "),
      createCell(pen.cutFront(file.name, width), width),
      createCellRight(formatBytes(file.bytes), SIZE, "hint"),
    ]),
    ...failed.flatMap(({ name, why }) =>
      wrapWords(createSpan(`${pen.mark("failed")} `, "failed"), `${name}: ${why}`, pen),
    ),
    blank,
    ...wrapWords(createSpan(""), `Verified and written to ${path}`, pen),
  ];
}

const nameWidth = (names: readonly string[], pen: Pen): number =>
  Math.min(pen.width - SIZE - 2, Math.max(8, ...names.map((name) => name.length)));

export function formatBackups(backups: readonly Backup[], nowMs: number, pen: Pen): readonly Line[] {
  if (backups.length === 0) return wrapWords(createSpan(""), "No backup yet. Create one with `ao backup`.", pen);
  return backups.map(({ name, atMs, manifest }): Line => {
    const size = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const about = `${formatAge(nowMs - atMs)} ago, ${count(manifest.files.length, "database")}, ${formatBytes(size)}`;
    return [
      createCell(pen.cut(name, 22), 22, "id"),
      createSpan("  "),
      createSpan(pen.cut(about, Math.max(8, pen.width - 24))),
    ];
  });
}

export function formatRestored(files: readonly RestoredFile[], from: Backup | null, pen: Pen): readonly Line[] {
  const did = from === null ? "removed" : "restored";
  const next = from === null ? BEGIN_FRESH : `The backup is of ${from.manifest.at}. ${GO_ON}`;
  return [
    ...files.flatMap(({ name, because, keptAs }) => {
      const before = keptAs === null ? "" : `; the one before is kept as ${keptAs}`;
      const why = because === null ? "" : ` (it ${because})`;
      return wrapWords(createSpan(`${pen.mark("done")} `, "passed"), `${did} ${name}${why}${before}`, pen);
    }),
    blank,
    ...wrapWords(createSpan(""), next, pen),
  ];
}

const GO_ON =
  "`ao start` goes on from there: projects are paused, what agents were told since is not told again, and `ao doctor` names what the backup does not know.";
const BEGIN_FRESH =
  "`ao start` begins with an empty database. Workspaces, branches, issues and changes stay where they are; add your projects again with `ao start PATH`.";

function wrapWords(first: Line[number], words: string, pen: Pen): readonly Line[] {
  const indent = first.text.length;
  const [head = "", ...more] = pen.wrap(words, Math.max(16, pen.width - indent));
  return [[first, createSpan(head)], ...more.map((line): Line => [createSpan(" ".repeat(indent)), createSpan(line)])];
}
