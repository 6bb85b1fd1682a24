import type { Command } from "commander";
import { parseDurationMs } from "../../input/duration-ms.ts";
import { connect } from "../../daemon/connect.ts";
import { readGivenText } from "../../input/given-text.ts";
import type { Io } from "../../render/io.ts";
import { sendMessage } from "../../sessions/sending.ts";

export const examples = [
  ['ao send app-7 "Redis, and set a TTL"', "queued, delivered, receipted"],
  ['ao send app-7 "Try again" --wait', "shows the receipt; fails unless it is acknowledged"],
  ["ao send app-7 -f notes.md", "a file's text"],
  ["git diff | ao send app-7", "what comes on stdin"],
] as const;

export type SendOptions = { readonly file?: string; readonly wait?: boolean; readonly timeout?: string };

export function define(command: Command, io: Io): void {
  sendOptions(command).action((session: string, words: readonly string[], options: SendOptions) =>
    runSend(io, session, words, options),
  );
}

export const sendOptions = (command: Command): Command =>
  command
    .argument("<session>", "id, name or issue")
    .argument("[text...]", "the message")
    .option("-f, --file <path>", "take the text from a file; - is stdin")
    .option("-w, --wait", "until the agent has acknowledged it")
    .option("--timeout <duration>", "with --wait: give up after this long, e.g. 90s or 5m");

export async function runSend(io: Io, session: string, words: readonly string[], options: SendOptions): Promise<void> {
  const timeoutMs = options.timeout === undefined ? null : parseDurationMs(options.timeout, "--timeout");
  const content = await readGivenText(io, { words, file: options.file, example: `ao send ${session} "Try again"` });
  await sendMessage(io, await connect(io), { session, content }, { wait: options.wait === true, timeoutMs });
}
