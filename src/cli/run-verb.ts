import { Command, CommanderError, Option } from "commander";
import { nearest } from "../lib/nearest.ts";
import { commandMeant } from "./actions.ts";
import { AlreadyTold } from "./already-told.ts";
import { failureOf } from "./failure-of.ts";
import { failureJson, failureText } from "./render/failure.ts";
import type { Io } from "./render/io.ts";
import { commandLine } from "./render/shell-words.ts";
import { verbHelp } from "./verb-help.ts";
import type { Verb } from "./verb.ts";
import { WrongUse } from "./wrong-use.ts";

export type ExitCode = 0 | 1 | 2;

/** Loads one verb, lets it read its arguments and do its work, and turns what it throws into words and an exit code. */
export async function runVerb(
  verbs: readonly Verb[],
  name: string,
  args: readonly string[],
  io: Io,
): Promise<ExitCode> {
  try {
    const verb = wanted(verbs, name);
    const command = await commandOf(verb, io, verbs);
    await parse(command, verb, args);
    return 0;
  } catch (error) {
    return explain(error, io);
  }
}

function wanted(verbs: readonly Verb[], name: string): Verb {
  const found = verbs.find((verb) => verb.name === name || verb.aliases.includes(name));
  if (found !== undefined) return found;
  throw new WrongUse(`there is no command \`${name}\`; nothing was done`, {
    code: "unknown_command",
    try: [commandToTry(verbs, name)],
  });
}

/** What only shows something may be typed at once. What changes something was meant only if it was mistyped, and is read about first. */
function commandToTry(verbs: readonly Verb[], name: string): string {
  const namesOf = (some: readonly Verb[]) => some.flatMap((verb) => [verb.name, ...verb.aliases]);
  const shown = verbs.filter(({ group }) => group !== "hidden");
  const harmless = namesOf(shown.filter(({ group }) => group === "look"));
  const mistyped = nearest(name, namesOf(shown), 1);
  if (mistyped !== null) return harmless.includes(mistyped) ? `ao ${mistyped}` : `ao ${mistyped} --help`;
  const meant = nearest(name, [...harmless, "--help", "--version"]);
  return meant === null ? "ao --help" : `ao ${meant}`;
}

async function commandOf(verb: Verb, io: Io, verbs: readonly Verb[]): Promise<Command> {
  const { define, examples, hasJson = true } = await verb.load();
  const command = new Command(verb.name)
    .helpOption("-h, --help", "print this page")
    .exitOverride()
    // What it finds wrong is said in our form, by `explain`.
    .configureOutput({ writeOut: io.write, writeErr: () => undefined, outputError: () => undefined });
  if (hasJson) command.addOption(new Option("--json", "print JSON, errors too").helpGroup(EVERYWHERE));
  command.addOption(new Option("--no-color", "print without color").helpGroup(EVERYWHERE));
  command.addOption(new Option("--debug", "show the stack of an error").helpGroup(EVERYWHERE));
  define(command, io, verbs);
  command.helpInformation = () => verbHelp({ verb, command, examples }, io.answer);
  return command;
}

const EVERYWHERE = "everywhere";

async function parse(command: Command, verb: Verb, args: readonly string[]): Promise<void> {
  try {
    await command.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    throw misread(error, { command, verb, args });
  }
}

type Misread = { readonly command: Command; readonly verb: Verb; readonly args: readonly string[] };

function misread(error: CommanderError, { command, verb, args }: Misread): WrongUse {
  const said = error.message.replace(/^error: /, "").split("\n")[0] ?? "";
  const named = /'([^']*)'/.exec(said)?.[1] ?? "";
  const help = `ao ${verb.name} --help`;
  if (error.code === "commander.excessArguments")
    return new WrongUse(`${unexpected(commandMeant(command, args))}; nothing was done`, { try: [help], cause: error });
  if (error.code !== "commander.unknownOption")
    return new WrongUse(`${invalidValue(said) ?? said.replaceAll("'", "`")}; nothing was done`, {
      try: [help],
      cause: error,
    });
  if (/^-[^=]*\s/.test(named))
    return new WrongUse(`\`${named}\` begins like an option; nothing was done`, {
      try: [commandLine(["ao", verb.name, ...args.filter((arg) => arg !== named), "--", named])],
      cause: error,
    });
  const asked = named.split("=")[0] ?? named;
  const meant = nearest(
    asked,
    commandMeant(command, args).options.flatMap(({ long, short }) =>
      [long, short].filter((flag) => typeof flag === "string"),
    ),
  );
  const corrected = args.map((arg) =>
    arg === named || arg.startsWith(`${asked}=`) ? arg.replace(asked, meant ?? "") : arg,
  );
  return new WrongUse(`unknown option ${asked}; nothing was done`, {
    code: "unknown_option",
    try: [meant === null ? help : commandLine(["ao", verb.name, ...corrected])],
    cause: error,
  });
}

/** Null: it complains of something other than a value outside of a few choices. */
function invalidValue(said: string): string | null {
  const option = /^option '([^ ,']+).*' argument '(.*)' is invalid\. Allowed choices are (.*)\.$/.exec(said);
  const argument = /^command-argument value '(.*)' is invalid for argument '(.*)'\. Allowed choices are (.*)\.$/.exec(
    said,
  );
  const [name = "", value = "", choices = ""] =
    option?.slice(1) ?? (argument === null ? [] : [argument[2], argument[1], argument[3]]);
  if (choices === "") return null;
  return `invalid value \`${value}\` for \`${name}\`; use ${choices.replace(/, ([^,]*)$/, " or $1")}`;
}

function unexpected({ args, registeredArguments }: Command): string {
  const named = args.slice(registeredArguments.length).map((arg) => `\`${arg}\``);
  return `unexpected ${named.length === 1 ? "argument" : "arguments"} ${named.join(", ")}`;
}

function explain(error: unknown, io: Io): ExitCode {
  // The help that was asked for is already printed.
  if (error instanceof CommanderError) return 0;
  if (error instanceof AlreadyTold) return 1;
  const { parts, exitCode } = failureOf(error, io);
  io.tell(io.json ? failureJson(parts) : failureText(parts, io.narration));
  if (io.debug) io.tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCode;
}
