import { table } from "./render/table.ts";
import type { Verb } from "./verbs/index.ts";

/** The front page: every verb in one line, then what to type first. */
export function help(verbs: readonly Verb[]): string {
  return [
    "Agent Orchestrator: give it a backlog, and a fleet of coding agents empties it.",
    "",
    "Usage: ao <command> [options]      `ao <command> --help` shows its options and examples",
    ...(verbs.length === 0 ? [] : ["", "Commands:", ...table(verbs.map((verb) => [verb.usage, verb.summary]))]),
    "",
    "Examples:",
    ...table([
      ["ao --version", "print the version"],
      ["ao --help", "print this page"],
    ]),
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong use.",
  ].join("\n");
}
