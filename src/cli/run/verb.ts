import type { Command } from "commander";
import type { Io } from "../render/io.ts";

/** What `ao --help` says of a verb, and where its code is. */
export type CliVerb = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly group: Group | "hidden";
  /** How it is called: `new "title" [--project P]`. */
  readonly usage: string;
  /** What it does, in one line that begins with a verb and ends without a full stop. */
  readonly summary: string;
  readonly load: () => Promise<VerbModule>;
};

/** In the order of the front page; within a group the verbs that matter most come first. */
export const groups = ["start", "look", "talk", "review and land", "plan", "maintain"] as const;
export type Group = (typeof groups)[number];

/** What a verb's file exports. */
export type VerbModule = {
  /** Adds arguments, options and the action to a command that already has its name, summary and the flags of every verb. */
  readonly define: (command: Command, io: Io, verbs: readonly CliVerb[]) => void;
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
  /** False where no data is printed: the verb takes no `--json`. */
  readonly hasJson?: boolean;
};
