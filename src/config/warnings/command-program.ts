/** The program that a command runs, also where `env` sets variables for it. */
import { parseWords } from "../../lib/text/parse-words.ts";

export type CommandProgram =
  | { readonly ok: true; readonly program: string; readonly args: readonly string[] }
  | { readonly ok: false; readonly why: string };

export function readCommandProgram(command: string | readonly string[]): CommandProgram {
  const parsed = typeof command === "string" ? parseWords(command) : ({ ok: true, words: command } as const);
  if (!parsed.ok) return parsed;
  const [program = "", ...args] = parsed.words;
  if (program !== "env") return { ok: true, program, args };
  const inner = args.findIndex((word) => !/^\w+=/.test(word));
  // With options of its own it is not looked through.
  if (inner < 0 || (args[inner] ?? "").startsWith("-")) return { ok: true, program, args };
  return { ok: true, program: args[inner] ?? "", args: args.slice(inner + 1) };
}
