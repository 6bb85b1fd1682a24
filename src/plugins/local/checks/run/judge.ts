/** What the end of a check's program means: a verdict, the failure itself, and its fingerprint. */
import type { CheckResult } from "../../../../domain/checks/check.ts";
import { unreachable } from "../../../../domain/model/unreachable.ts";
import { describeBreach, type Ceiling } from "../../../../lib/ceiling/ceiling.ts";
import type { LimitedResult } from "../../../../lib/ceiling/run-limited.ts";
import type { Argv } from "../check-key.ts";
import { findOutsideCause } from "../../../shared/failure/outside-cause.ts";
import { formatLineEvidence, formatTestEvidence } from "../../../shared/failure/evidence.ts";
import { describeMissingCommand, findMissingCommand } from "../../../shared/failure/missing-command.ts";
import { findFailingTests } from "../../../shared/failure/failing-tests.ts";
import type { TestReport } from "../../../shared/failure/test-report.ts";
import { fingerprintLines, fingerprintTests } from "../../../shared/failure/fingerprint.ts";

export type Judgement = Pick<CheckResult, "verdict" | "fingerprint" | "evidence" | "tests">;

export type EndedCommand = {
  readonly argv: Argv;
  readonly ended: LimitedResult;
  /** What it might take at most; null: there was no limit. */
  readonly ceiling: Ceiling | null;
  readonly timeoutMs: number;
  /** Its output, as a person would read it: beginning and end of a long one. */
  readonly lines: readonly string[];
  /** Null where nothing tells. */
  readonly report: TestReport | null;
  /** A set-up may fail because the network is away; the tree is not to blame then. */
  readonly isSetup: boolean;
};

export function judgeCheck(end: EndedCommand): Judgement {
  const { ended, lines, report } = end;
  if (ended.ok && ended.code === 0) return { verdict: "passed", fingerprint: "", evidence: "" };
  const cause = explainOutsideCause(end);
  const said = `\`${showCommand(end.argv)}\` ${cause === null ? describeEnd(end) : toSentence(cause)}`;
  if (cause !== null || isCutOff(end))
    return { verdict: "infrastructure", fingerprint: "", evidence: formatLineEvidence(said, lines) };
  if (report !== null && report.failures.length > 0) {
    const fingerprint = fingerprintTests(report.failures);
    const tests = ended.ok ? findFailingTests(report, lines) : undefined;
    const named = tests === undefined ? {} : { tests };
    return { verdict: "failed", fingerprint, evidence: formatTestEvidence(said, report), ...named };
  }
  return judgeByOutput(end, said);
}

const toSentence = (words: string): string => (words.endsWith("?") ? words : `${words}.`);

function judgeByOutput(end: EndedCommand, said: string): Judgement {
  const { ended, lines } = end;
  const code = ended.ok ? `exit ${ended.code}` : ended.reason;
  const fingerprint = fingerprintLines(`${end.isSetup ? "setup " : ""}${code}`, lines);
  const missing = explainMissingCommand(end);
  const told = missing === null ? said : `${said}\n\n${describeMissingCommand(missing)}`;
  return { verdict: "failed", fingerprint, evidence: formatLineEvidence(told, lines) };
}

/** Of a path in the tree, such as `.venv/bin/python`, as well as of what a shell looked for. Set-up itself needs no set-up. */
function explainMissingCommand({ ended, argv, lines, isSetup }: EndedCommand): string | null {
  if (isSetup) return null;
  if (!ended.ok) return ended.reason === "not_found" ? argv[0] : null;
  return findMissingCommand(ended.code, lines);
}

const COMMAND_SHOWN = 200;

function showCommand(argv: Argv): string {
  const line = argv.join(" ").replaceAll(/\s+/g, " ");
  return line.length > COMMAND_SHOWN ? `${line.slice(0, COMMAND_SHOWN)}…` : line;
}

function describeEnd({ ended, timeoutMs, argv, ceiling }: EndedCommand): string {
  if (ended.ok) return `failed with exit code ${ended.code}.`;
  switch (ended.reason) {
    case "timeout":
      return `did not end within ${formatDuration(timeoutMs)} and was stopped.`;
    case "killed":
      return `was killed by ${ended.signal}${ended.signal === "SIGKILL" ? ", perhaps for want of memory" : ""}.`;
    case "not_found":
      return `was not started: there is no program ${argv[0]}.`;
    case "no_such_folder":
    case "not_startable":
      return `was not started: ${ended.error.message}.`;
    case "output_limit":
    case "aborted":
      return "was stopped.";
    case "memory_limit":
    case "process_limit":
    case "disk_limit":
    case "out_of_memory":
      return ceiling === null ? "was stopped." : `${describeBreach(ended.reason, ceiling)}.`;
    default:
      return unreachable(ended);
  }
}

function formatDuration(ms: number): string {
  return ms >= 60_000 ? `${Math.round(ms / 6_000) / 10} minutes` : `${ms / 1_000} seconds`;
}

/** It did not come to an exit code, for reasons outside the tree. A program that the tree itself should hold is its business. */
function isCutOff({ ended, argv }: EndedCommand): boolean {
  if (ended.ok) return false;
  // A tree that needs more than it may have has failed by itself, as one that needs too long.
  if (["timeout", "memory_limit", "process_limit", "disk_limit"].includes(ended.reason)) return false;
  if (ended.reason === "out_of_memory") return true;
  if (ended.reason === "killed") return ended.signal === "SIGKILL" || ended.signal === "SIGTERM";
  return !argv[0].includes("/");
}

function explainOutsideCause({ ended, lines, report, isSetup }: EndedCommand): string | null {
  if (!ended.ok) return null;
  const hasFailingTests = (report?.failures.length ?? 0) > 0;
  return findOutsideCause({ code: ended.code, lines, isSetup, hasFailingTests });
}
