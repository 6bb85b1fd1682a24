import { Command, CommanderError } from "commander";
import { nearest } from "../lib/nearest.ts";
import { printError } from "./render/print.ts";
import { table } from "./render/table.ts";
import type { Verb } from "./verbs/index.ts";
import { WrongUse } from "./wrong-use.ts";

type ExitCode = 0 | 1 | 2;

/** Loads one verb, lets it read its arguments and do its work, and turns what it throws into a sentence and an exit code. */
export async function runVerb(verbs: readonly Verb[], name: string, args: readonly string[]): Promise<ExitCode> {
  try {
    const command = await commandOf(wanted(verbs, name));
    await command.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return explain(error);
  }
}

function wanted(verbs: readonly Verb[], name: string): Verb {
  const found = verbs.find((verb) => verb.name === name || verb.aliases?.includes(name));
  if (found !== undefined) return found;
  const names = verbs.flatMap((verb) => [verb.name, ...(verb.aliases ?? [])]);
  const meant = nearest(name, [...names, "--help", "--version"]);
  const advice = meant === null ? "`ao --help` lists the commands." : `Did you mean \`ao ${meant}\`?`;
  throw new WrongUse(`there is no command \`${name}\`. ${advice}`);
}

async function commandOf(verb: Verb): Promise<Command> {
  const { define, examples } = await verb.load();
  const command = new Command(`ao ${verb.name}`)
    .description(verb.summary)
    .exitOverride()
    .showHelpAfterError(`\`ao ${verb.name} --help\` shows what it takes.`)
    .addHelpText("after", ["", "Examples:", ...table(examples)].join("\n"));
  define(command);
  return command;
}

/** The parser has already printed what it found wrong, or the help it was asked for. */
function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  printError(error instanceof Error ? error.message : String(error));
  return error instanceof WrongUse ? 2 : 1;
}
