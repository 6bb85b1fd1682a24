import type { Command } from "commander";

/** What `ao --help` says of a verb, and where its code is. */
export type Verb = {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** How it is called: `new "title" [--project P]`. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<VerbModule>;
};

/** What a verb's file exports. */
export type VerbModule = {
  /** Adds arguments, options and the action to a command that already has its name and summary. */
  readonly define: (command: Command) => void;
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [line: string, does: string])[];
};

/** One line registers a verb. Its file is loaded only when it is called. */
export const verbs: readonly Verb[] = [];
