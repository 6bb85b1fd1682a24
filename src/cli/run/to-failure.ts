/** Whatever was thrown, as a failure in our form, with its exit code. */
import { HomeError } from "../../config/home.ts";
import { ApiError, Unreachable } from "../../protocol/client/api-error.ts";
import type { ErrorView, Fact } from "../../protocol/daemon/error.ts";
import { CliFailure, type CliFailureParts } from "../render/failure.ts";
import { chooseGlyph } from "../render/glyph.ts";
import type { Io } from "../render/io.ts";
import type { Terminal } from "../render/terminal.ts";
import { describeSystemError } from "./system-failure.ts";

export type Failed = { readonly parts: CliFailureParts; readonly exitCode: 1 | 2 };

/** An error that nobody foresaw has no `try:`; `--debug` shows its stack. */
export function toFailed(error: unknown, { narration: terminal, env }: Pick<Io, "narration" | "env">): Failed {
  if (error instanceof CliFailure) return { parts: error.parts, exitCode: error.exitCode };
  if (error instanceof ApiError)
    return { parts: toRefusedParts(error, terminal), exitCode: misused.has(error.code) ? 2 : 1 };
  if (error instanceof Unreachable) return { parts: { ...unreachable, message: error.message }, exitCode: 1 };
  if (error instanceof HomeError) return { parts: { code: "bad_home", message: error.message }, exitCode: 2 };
  const refusedBySystem = describeSystemError(error, env);
  if (refusedBySystem !== null) return { parts: refusedBySystem, exitCode: 1 };
  return { parts: { code: "failed", message: error instanceof Error ? error.message : String(error) }, exitCode: 1 };
}

const misused: ReadonlySet<ErrorView["code"]> = new Set(["bad_request", "ambiguous"]);

const unreachable = {
  code: "daemon_gone",
  facts: ["sessions continue without it; it is unknown whether the last request was performed"],
  try: ["ao doctor"],
};

function toRefusedParts(error: ApiError, terminal: Terminal): CliFailureParts {
  return {
    code: error.code,
    message: error.message,
    facts: error.facts.map((fact) => formatFact(fact, terminal)),
    candidates: error.candidates,
    ...(error.try === null ? {} : { try: [error.try] }),
  };
}

export function formatFact({ ok, name, text }: Fact, terminal: Terminal): string {
  const mark = chooseGlyph(ok === null ? "skipped" : ok ? "done" : "failed", terminal);
  return `${mark} ${name.padEnd(FACT_NAME_WIDTH)}  ${text}`;
}

const FACT_NAME_WIDTH = 10;
