/** Verbs that are several: `ao issue new`, `ao issue list`, … Each action has its own arguments, options and page. */
import { Option, type Command } from "commander";
import { findNearest } from "../../lib/text/nearest.ts";
import type { Io } from "../render/io.ts";
import { formatVerbHelp } from "./verb-help.ts";
import type { CliVerb, VerbModule } from "./verb.ts";
import { WrongUse } from "./wrong-use.ts";

export type VerbAction = {
  /** How it is called, the verb left out: `new "title" [options]`. */
  readonly usage: string;
  readonly summary: string;
  readonly examples: VerbModule["examples"];
  readonly define: (command: Command) => void;
};

/** Without an action the verb does `otherwise`. */
export function defineActions(
  command: Command,
  io: Io,
  actions: readonly VerbAction[],
  otherwise: () => Promise<void>,
): void {
  const names = actions.map(({ usage }) => parseName(usage));
  command
    .enablePositionalOptions()
    .argument("[action...]", names.join(", "))
    .action(async ([named]: readonly string[]) => {
      if (named === undefined) return otherwise();
      const meant = findNearest(named, names);
      throw new WrongUse(`there is no \`${command.name()} ${named}\`; nothing was done`, {
        code: "unknown_command",
        try: [`ao ${command.name()} ${meant ?? "--help"}`],
      });
    });
  for (const action of actions) defineAction(command, io, action);
}

const parseName = (usage: string): string => usage.split(" ")[0] ?? usage;

function defineAction(parent: Command, io: Io, { usage, summary, examples, define }: VerbAction): void {
  const command = parent.command(parseName(usage)).description(summary).helpOption("-h, --help", "print this page");
  for (const option of listGlobalOptions(parent)) command.addOption(option);
  define(command);
  const verb: CliVerb = {
    ...{ name: `${parent.name()} ${parseName(usage)}`, usage: `${parent.name()} ${usage}`, aliases: [], summary },
    group: "hidden",
    load: () => Promise.reject(new Error("an action is loaded with its verb")),
  };
  command.helpInformation = () => formatVerbHelp({ verb, command, examples }, io.answer);
}

/** The flags of every verb may stand behind an action, too. */
function listGlobalOptions(parent: Command): readonly Option[] {
  return parent.options
    .filter(({ helpGroupHeading }) => helpGroupHeading !== undefined)
    .map(({ flags, description, helpGroupHeading = "" }) => new Option(flags, description).helpGroup(helpGroupHeading));
}

/** `list` of `ao issue list --all`: what the words name, else the verb itself. */
export function resolveCommand(command: Command, args: readonly string[]): Command {
  const named = args.find((arg) => !arg.startsWith("-"));
  return command.commands.find((action) => action.name() === named) ?? command;
}

/** An option that may be given several times. */
export const collectValues = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];
