import type { Command } from "commander";
import { pluginNames } from "../../../config/warnings/plugin-names.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { playDemo } from "../../demo/play.ts";
import { formatSummary, toSummaryRecords } from "../../demo/summary.ts";
import { requireGit } from "../../projects/require-git.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { showAnswer } from "../../show.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao demo", "watch eight issues land, through every trouble an agent can meet"],
  ["ao demo --by-hand", "you answer, review and land"],
  ["ao demo --seed 7 --keep", "another order; the daemon stays for a look around"],
  ["ao demo --json", "what happened, as data; exit code 1 when something went wrong"],
] as const;

type Options = {
  readonly seed: string;
  readonly runtime: string;
  readonly byHand?: boolean;
  readonly keep?: boolean;
};

export function define(command: Command, io: Io): void {
  command
    .option("--seed <n>", "another order of the same issues", "1")
    .option("--runtime <name>", "where agents run: process or tmux", "process")
    .option("--by-hand", "questions, reviews and landing are yours")
    .option("--keep", "leave the daemon running at the end")
    .action((options: Options) => runDemo(io, options));
}

async function runDemo(io: Io, { seed, runtime, byHand = false, keep = false }: Options): Promise<void> {
  if (!pluginNames.runtime.includes(runtime))
    throw new WrongUse(`the demo runs on ${pluginNames.runtime.join(" or ")}, not on ${runtime}; nothing was started`, {
      try: ["ao demo --runtime tmux"],
    });
  await requireGit(io);
  const played = await playDemo(io, { seed: parseWholeNumber(seed, "--seed"), runtime, byHand, keep });
  const { outcome, wrong } = played;
  if (outcome === null && wrong !== null)
    throw new CliFailure({ code: "interrupted", message: wrong, try: ["ao demo"] });
  if (outcome === null) return;
  showAnswer(io, {
    json: () => outcome,
    records: () => toSummaryRecords(outcome, wrong),
    lines: (pen) => formatSummary({ outcome, wrong, events: played.events, keep }, pen),
  });
  if (wrong !== null) throw new AlreadyReported(wrong);
}
