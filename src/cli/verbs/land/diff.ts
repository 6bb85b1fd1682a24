import type { Command } from "commander";
import type { DiffRecord } from "../../../protocol/change/change.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { createCellRight, drawLines, createPen, createSpan, type Line, type Pen } from "../../render/line.ts";
import { count } from "../../render/quantity.ts";
import { runPaged } from "../../render/pager.ts";
import { makeVisible } from "../../render/visible.ts";
import { nameIssue } from "../../views/session/session-mark.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao diff app-7", "what the session's change changes"],
  ["ao diff 18 --stat", "only which files, and how much"],
  ["ao diff 18 --since 2", "only what came after the second published head"],
  ["ao diff app-7 src/api.ts", "one file"],
  ["ao diff app-7 | git apply --check", "in a pipe: a patch as git prints it"],
] as const;

type DiffOptions = {
  readonly stat?: boolean;
  readonly since?: string;
  readonly project?: string;
  readonly pager: boolean;
};

export function define(command: Command, io: Io): void {
  command
    .argument("<change>", "a session, or 18, #18, an id")
    .argument("[path]", "only this file")
    .option("--stat", "only which files, and how much")
    .option("--since <n>", "only what came after the n-th published head")
    .option("--project <id>", "default: the project in the current directory")
    .option("--no-pager", "all at once, also on a terminal")
    .action((reference: string, path: string | undefined, options: DiffOptions) =>
      runPaged(io, options.pager, (shown) => diff(shown, { reference, path }, options)),
    );
}

type Asked = { readonly reference: string; readonly path: string | undefined };

async function diff(io: Io, { reference, path }: Asked, { stat = false, since, project }: DiffOptions): Promise<void> {
  const head = parseHead(reference, since);
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  const asked = { ...head, ...(path === undefined ? {} : { path }) };
  const pen = createPen(io.answer);
  const all: DiffRecord[] = [];
  for await (const record of client.diff({ id: reference, ...here, ...asked })) {
    if (io.json) all.push(record);
    else if (record.kind === "files") showFiles(io, record, stat, pen);
    else showPatch(io, record, pen);
    if (stat && !io.json) break;
    await io.drained();
  }
  if (io.json) io.print(JSON.stringify(toJson(all, stat), null, io.answer.isTerminal ? 2 : 0));
}

function parseHead(reference: string, since: string | undefined): { readonly since?: number } {
  if (since === undefined) return {};
  if (/^\d{1,6}$/.test(since)) return { since: Number(since) };
  throw new WrongUse(`--since takes the number of a head, not ${since}; nothing was shown`, {
    try: [`ao change show ${reference}`],
  });
}

function toJson(records: readonly DiffRecord[], isStat: boolean): unknown {
  const files = records.find((record) => record.kind === "files");
  const patches = records.filter((record) => record.kind === "patch").map(({ kind: _, ...patch }) => patch);
  const { kind: _, ...about } = files ?? { kind: "files" };
  return isStat ? about : { ...about, patches };
}

type Files = Extract<DiffRecord, { kind: "files" }>;

/** A pipe gets the patch alone, or one file a line. */
function showFiles(io: Io, record: Files, isStat: boolean, pen: Pen): void {
  if (io.answer.isTerminal) return io.print(drawLines(formatFiles(record, pen), pen));
  if (isStat)
    for (const { path, added, deleted } of record.files) io.print([added ?? "-", deleted ?? "-", path].join("\t"));
}

function formatFiles({ change, title, head, files }: Files, pen: Pen): readonly Line[] {
  const name = nameIssue(change.slice(change.lastIndexOf("#") + 1));
  const width =
    Math.max(1, ...files.flatMap(({ added, deleted }) => [added, deleted].map((n) => String(n ?? 0).length))) + 1;
  const total = (key: "added" | "deleted"): number => files.reduce((sum, file) => sum + (file[key] ?? 0), 0);
  return [
    [
      createSpan(name, "id"),
      createSpan(`  ${pen.cut(title, Math.max(12, pen.width - 24))}`),
      createSpan(`  ${head.slice(0, 7)}`, "hint"),
    ],
    ...files.map(({ path, added, deleted }): Line => [
      createSpan("  "),
      ...(added === null
        ? [createCellRight("binary", width * 2 + 1, "hint")]
        : [
            createCellRight(`+${added}`, width, "passed"),
            createSpan(" "),
            createCellRight(`-${deleted ?? 0}`, width, "failed"),
          ]),
      createSpan("  "),
      createSpan(pen.cutFront(path, Math.max(8, pen.width - width * 2 - 6))),
    ]),
    [createSpan(`  ${count(files.length, "file")}, +${total("added")} -${total("deleted")}`, "hint")],
  ];
}

function showPatch(io: Io, { path, text, isTooLong }: Extract<DiffRecord, { kind: "patch" }>, pen: Pen): void {
  if (isTooLong) return io.tell(`${path} changes too many lines to be shown`);
  if (!io.answer.isTerminal) return io.write(text);
  const lines = text.trimEnd().split("\n");
  io.print(
    `\n${lines.map((line) => drawLines([[createSpan(makeVisible(line), chooseTone(line))]], { ...pen, terminal: { ...pen.terminal, width: 100_000 } })).join("\n")}`,
  );
}

function chooseTone(line: string): "plain" | "passed" | "failed" | "heading" | "hint" {
  if (/^(diff|index|new|deleted|similarity|old|---|\+\+\+)/.test(line)) return /^diff/.test(line) ? "heading" : "hint";
  if (line.startsWith("@@")) return "hint";
  return line.startsWith("+") ? "passed" : line.startsWith("-") ? "failed" : "plain";
}
