import { Command, CommanderError, Option } from "commander";
import { findNearest } from "../../lib/text/nearest.ts";
import { resolveCommand } from "./actions.ts";
import { AlreadyReported } from "./already-reported.ts";
import { toFailed } from "./to-failure.ts";
import { formatFailureJson, formatFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { formatCommandLine } from "../render/shell-words.ts";
import { formatVerbHelp } from "./verb-help.ts";
import type { CliVerb } from "./verb.ts";
import { WrongUse } from "./wrong-use.ts";

export type ExitCode = 0 | 1 | 2;

/** Loads one verb, lets it read its arguments and do its work, and turns what it throws into words and an exit code. */
export async function runVerb(
  verbs: readonly CliVerb[],
  name: string,
  args: readonly string[],
  io: Io,
): Promise<ExitCode> {
  try {
    const verb = findVerb(verbs, name);
    const command = await buildCommand(verb, io, verbs);
    await parse(command, verb, args);
    return 0;
  } catch (error) {
    return explain(error, io);
  }
}

function findVerb(verbs: readonly CliVerb[], name: string): CliVerb {
  const found = verbs.find((verb) => verb.name === name || verb.aliases.includes(name));
  if (found !== undefined) return found;
  throw new WrongUse(`there is no command \`${name}\`; nothing was done`, {
    code: "unknown_command",
    try: [suggestCommand(verbs, name)],
  });
}

/** What only shows something may be typed at once. What changes something was meant only if it was mistyped, and is read about first. */
function suggestCommand(verbs: readonly CliVerb[], name: string): string {
  const namesOf = (some: readonly CliVerb[]) => some.flatMap((verb) => [verb.name, ...verb.aliases]);
  const shown = verbs.filter(({ group }) => group !== "hidden");
  const harmless = namesOf(shown.filter(({ group }) => group === "look"));
  const mistyped = findNearest(name, namesOf(shown), 1);
  if (mistyped !== null) return harmless.includes(mistyped) ? `ao ${mistyped}` : `ao ${mistyped} --help`;
  const meant = findNearest(name, [...harmless, "--help", "--version"]);
  return meant === null ? "ao --help" : `ao ${meant}`;
}

async function buildCommand(verb: CliVerb, io: Io, verbs: readonly CliVerb[]): Promise<Command> {
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
  command.helpInformation = () => formatVerbHelp({ verb, command, examples }, io.answer);
  return command;
}

const EVERYWHERE = "everywhere";

async function parse(command: Command, verb: CliVerb, args: readonly string[]): Promise<void> {
  try {
    await command.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    throw toWrongUse(error, { command, verb, args });
  }
}

type Misread = { readonly command: Command; readonly verb: CliVerb; readonly args: readonly string[] };

function toWrongUse(error: CommanderError, { command, verb, args }: Misread): WrongUse {
  const said = error.message.replace(/^error: /, "").split("\n")[0] ?? "";
  const named = /'([^']*)'/.exec(said)?.[1] ?? "";
  const help = `ao ${verb.name} --help`;
  if (error.code === "commander.excessArguments")
    return new WrongUse(`${explainUnexpected(resolveCommand(command, args))}; nothing was done`, {
      try: [help],
      cause: error,
    });
  if (error.code !== "commander.unknownOption")
    return new WrongUse(`${invalidValue(said) ?? said.replaceAll("'", "`")}; nothing was done`, {
      try: [help],
      cause: error,
    });
  if (/^-[^=]*\s/.test(named))
    return new WrongUse(`\`${named}\` begins like an option; nothing was done`, {
      try: [formatCommandLine(["ao", verb.name, ...args.filter((arg) => arg !== named), "--", named])],
      cause: error,
    });
  const asked = named.split("=")[0] ?? named;
  const meant = findNearest(
    asked,
    resolveCommand(command, args).options.flatMap(({ long, short }) =>
      [long, short].filter((flag) => typeof flag === "string"),
    ),
  );
  const corrected = args.map((arg) =>
    arg === named || arg.startsWith(`${asked}=`) ? arg.replace(asked, meant ?? "") : arg,
  );
  return new WrongUse(`unknown option ${asked}; nothing was done`, {
    code: "unknown_option",
    try: [meant === null ? help : formatCommandLine(["ao", verb.name, ...corrected])],
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

function explainUnexpected({ args, registeredArguments }: Command): string {
  const named = args.slice(registeredArguments.length).map((arg) => `\`${arg}\``);
  return `unexpected ${named.length === 1 ? "argument" : "arguments"} ${named.join(", ")}`;
}

function explain(error: unknown, io: Io): ExitCode {
  // The help that was asked for is already printed.
  if (error instanceof CommanderError) return 0;
  if (error instanceof AlreadyReported) return 1;
  const { parts, exitCode } = toFailed(error, io);
  io.tell(io.json ? formatFailureJson(parts) : formatFailure(parts, io.narration));
  if (io.debug) io.tell(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return exitCode;
}
