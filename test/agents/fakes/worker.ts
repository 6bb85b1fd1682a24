/**
 * What the fakes of coding agents have in common: they follow the script in their prompt as the real ones do against the
 * scripted model, run its commands for real, and keep their conversation in a file. A fake adds only how it talks.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { runProgram } from "../../../src/lib/run.ts";
import { parseScript, piecesOf, spoken, type Script, type Step } from "../model/script.ts";

/** What it has of a conversation. */
export type Kept = {
  readonly id: string;
  readonly prompts: readonly string[];
  readonly usd: number;
  readonly tokens: number;
};

export const ANSWER_TOKENS = 1_550;
export const ANSWER_USD = 0.01;

export type Manners = {
  /** Whether it may run this. */
  readonly mayRun: (command: string, call: string) => Promise<boolean>;
  readonly ask: (question: string, call: string) => Promise<string>;
  readonly ran: (command: string, call: string, result: { readonly code: number; readonly output: string }) => void;
  /** A piece as it comes; with the last of them the whole. */
  readonly say: (piece: string, whole: string | null) => void;
  readonly retry: (status: number, attempt: number) => void;
};

export type Outcome =
  | { readonly kind: "done"; readonly words: string; readonly answers: number }
  | { readonly kind: "interrupted"; readonly words: string; readonly answers: number }
  | { readonly kind: "limit"; readonly untilSeconds: number; readonly words: string; readonly answers: number };

export class Worker {
  private isInterrupted = false;
  private readonly abort = new AbortController();
  private readonly interrupted = new Promise<void>((resolve) =>
    this.abort.signal.addEventListener("abort", () => resolve()),
  );

  interrupt(): void {
    this.isInterrupted = true;
    this.abort.abort();
  }

  async follow(prompt: string, manners: Manners): Promise<Outcome> {
    const script = parseScript(prompt);
    const limit = limitOf(script);
    if (limit !== null) return { kind: "limit", untilSeconds: limit, words: "", answers: 0 };
    for (let attempt = 1; attempt <= script.failures; attempt += 1) manners.retry(script.failsWith, attempt);
    const steps = [...script.steps, ...(script.steps.at(-1)?.kind === "say" ? [] : [spoken("script finished")])];
    for (const [index, step] of steps.entries()) {
      await Promise.race([delay(step.sleepMs), this.interrupted]);
      if (this.isInterrupted) return { kind: "interrupted", words: "", answers: index };
      const words = await this.take(step, `call-${index}`, manners);
      if (this.isInterrupted) return { kind: "interrupted", words: "", answers: index };
      if (words !== null) return { kind: "done", words, answers: index + 1 };
    }
    return { kind: "done", words: "", answers: steps.length };
  }

  private async take(step: Step, call: string, manners: Manners): Promise<string | null> {
    if (step.kind === "ask") await Promise.race([manners.ask(step.text, call), this.interrupted]);
    if (step.kind === "sh") {
      const may = await Promise.race([manners.mayRun(step.text, call), this.interrupted.then(() => false)]);
      manners.ran(step.text, call, may ? await this.run(step.text) : { code: 1, output: "refused" });
    }
    if (step.kind !== "say") return null;
    const pieces = piecesOf(step);
    for (const [index, piece] of pieces.entries()) {
      halfUntil = step.halfUntil;
      manners.say(piece, index === pieces.length - 1 ? pieces.join("") : null);
      await Promise.race([delay(step.pauseMs), this.interrupted]);
      if (this.isInterrupted) return null;
    }
    return pieces.join("");
  }

  private async run(command: string): Promise<{ readonly code: number; readonly output: string }> {
    const ran = await runProgram({
      program: "/bin/sh",
      args: ["-c", command],
      timeoutMs: 60_000,
      signal: this.abort.signal,
    });
    return { code: ran.ok ? ran.code : 1, output: ran.stdout + ran.stderr };
  }
}

/** The limit begins with the first time it is met; then this many seconds of Unix time are told. */
function limitOf({ limitSeconds }: Script): number | null {
  if (limitSeconds === null) return null;
  const file = join(homeOf(), "limit");
  const now = Math.trunc(Date.now() / 1_000);
  if (!existsSync(file)) write(file, String(now + limitSeconds));
  const until = Number(readFileSync(file, "utf8"));
  return until > now ? until : null;
}

/** A folder of its own settings, as the real ones have. */
export const homeOf = (): string =>
  process.env["CLAUDE_CONFIG_DIR"] ??
  process.env["CODEX_HOME"] ??
  process.env["FAKE_HOME"] ??
  `${process.env["HOME"] ?? "/tmp"}/.local/share/goose`;

export function recallConversation(folder: string, id: string): Kept | null {
  const file = join(folder, `${id}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Kept) : null;
}

export const keepConversation = (folder: string, kept: Kept): void =>
  write(join(folder, `${kept.id}.json`), JSON.stringify(kept));

function write(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}

/** What must be in the folder of logs before the second half of the next line is said. */
let halfUntil: string | null = null;
const clock = new Int32Array(new SharedArrayBuffer(4));

export function print(message: unknown): void {
  const line = `${JSON.stringify(message)}\n`;
  const file = halfUntil === null ? null : join(process.env["AO_LOG_DIR"] ?? ".", halfUntil);
  halfUntil = null;
  const half = file === null ? 0 : Math.floor(line.length / 2);
  if (half > 0) writeSync(1, line.slice(0, half));
  while (file !== null && !existsSync(file)) Atomics.wait(clock, 0, 0, 20);
  writeSync(1, line.slice(half));
}

/** Ends with stdin. */
export async function onMessages(take: (message: Record<string, unknown>) => void): Promise<void> {
  for await (const line of createInterface({ input: process.stdin }))
    if (line.trim() !== "") take(JSON.parse(line) as Record<string, unknown>);
}

/** A fake that cannot go on ends with its reason, as a real one would. */
export function orDie(work: Promise<void>): void {
  work.catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
}
