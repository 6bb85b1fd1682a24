import type { Command } from "commander";
import type { AuditEntryView } from "../../../protocol/daemon/audit.ts";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { parseSince } from "../../input/since.ts";
import { auditLines, formatVerification } from "../../views/audit.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao audit", "the last 20 entries: who did what, and why"],
  ["ao audit --since 2d --about app-7", "two days of one session, change, issue or project"],
  ["ao audit --since 2026-11-01 --json", "for scripts, one entry a line"],
  ["ao audit verify", "whether the log is as it was written; exit code 1 when it is not"],
] as const;

type AuditOptions = { readonly since?: string; readonly about?: string; readonly number?: string };

const LAST = 20;
const PAGE = 1_000;

export function define(command: Command, io: Io): void {
  command
    .option("--since <when>", "a duration such as 2h or 3d, or a date; default: the last entries only")
    .option("--about <id>", "only this session, change, issue or project")
    .option("-n, --number <n>", `this many at most; default: ${LAST}, with --since all`);
  defineActions(command, io, [verifyAction(io)], () => audit(io, command.opts<AuditOptions>()));
}

async function audit(io: Io, { since, about, number }: AuditOptions): Promise<void> {
  const client = await connect(io);
  const limit = number === undefined ? (since === undefined ? LAST : Infinity) : parseWholeNumber(number, "--number");
  const asked = {
    ...(about === undefined ? {} : { subject: about }),
    ...(since === undefined ? {} : { since: parseSince(since, io.now()) }),
  };
  const found: AuditEntryView[] = [];
  for (let before: number | null = null; ;) {
    const from: { readonly before?: number } = before === null ? {} : { before };
    const page = await client.audit({ ...asked, ...from, limit: Math.min(PAGE, limit - found.length) }, READ);
    found.push(...page.entries);
    if (page.next === null || found.length >= limit) break;
    before = page.next;
  }
  const entries = found.toReversed();
  if (io.json) return void entries.forEach((entry) => io.print(JSON.stringify(entry)));
  showAnswer(io, {
    json: () => entries,
    records: () =>
      entries.map(({ seq, at, who, what, subject, why, cause, hash }) => [
        ...[seq, at, who, what, subject, why, cause, hash],
      ]),
    lines: (pen) => auditLines(entries, io.now(), pen),
  });
}

const verifyAction = (io: Io): VerbAction => ({
  usage: "verify",
  summary: "check that no entry was changed, removed or cut off",
  examples: [
    ["ao audit verify", "the chain of hashes, and the heads noted outside the database"],
    ["ao audit verify --json", "the same as data; exit code 1 when the log is not whole"],
  ],
  define: (command) => void command.action(() => verify(io)),
});

async function verify(io: Io): Promise<void> {
  const client = await connect(io);
  const view = await runWithProgress(io, "verifying", () => client.verifyAudit({}, READ));
  showAnswer(io, {
    json: () => view,
    records: () => [
      [view.isWhole ? "whole" : "broken", view.entries, view.head],
      ...view.breaks.map(({ seq, why }) => ["break", seq, why]),
      ...view.notes.map((note) => ["note", null, note]),
    ],
    lines: (pen) => formatVerification(view, pen),
  });
  if (!view.isWhole) throw new AlreadyReported("the audit log is not as it was written");
}
