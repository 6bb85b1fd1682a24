import type { Command } from "commander";
import { connect } from "../../daemon/connect.ts";
import { followLog } from "../../sessions/follow-log.ts";
import type { Io } from "../../render/io.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";

export const hasJson = false;

export const examples = [
  ["ao logs app-7", "all that its agent wrote, turn by turn"],
  ["ao logs app-7 -f", "and what it writes from now on"],
  ["ao logs app-7 --tail 50", "the last 50 lines"],
  ["ao logs app-7 --turn 3 --raw > turn-3.txt", "one turn, control characters and all"],
] as const;

type LogOptions = {
  readonly follow?: boolean;
  readonly tail?: string;
  readonly turn?: string;
  readonly raw?: boolean;
};

export function define(command: Command, io: Io): void {
  command
    .argument("<session>", "id, name or issue")
    .option("-f, --follow", "go on until the session has ended")
    .option("-n, --tail <lines>", "only the last lines")
    .option("--turn <n>", "only one turn: 1, 2, …")
    .option("--raw", "print control characters unchanged")
    .action((session: string, options: LogOptions) => showLogs(io, session, options));
}

async function showLogs(io: Io, id: string, { follow, tail, turn, raw }: LogOptions): Promise<void> {
  const input = {
    id,
    ...(follow === true ? { follow } : {}),
    ...(raw === true ? { raw } : {}),
    ...(tail === undefined ? {} : { tail: parseWholeNumber(tail, "--tail") }),
    ...(turn === undefined ? {} : { turn: parseWholeNumber(turn, "--turn") }),
  };
  await followLog(io, await connect(io), input);
}
