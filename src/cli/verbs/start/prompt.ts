import type { Command } from "commander";
import type { Io } from "../../render/io.ts";
import { runSend, sendOptions, type SendOptions } from "../talk/send.ts";

export const examples = [
  ["ao create docs tests api", "three idle sessions, waiting for a prompt"],
  ['ao prompt docs "Write the guide for beginners"', "tell one of them what to do"],
  ["ao prompt tests -f plan.md --wait", "from a file, and show the receipt"],
] as const;

export function define(command: Command, io: Io): void {
  sendOptions(command).action((session: string, words: readonly string[], options: SendOptions) =>
    runSend(io, session, words, options),
  );
}
