/** The page of one verb: what it does, how it is called, examples, options, and where the dashboard shows the same. */
import type { Command } from "commander";
import { findPage } from "../dashboard-pages.ts";
import { paint } from "../render/paint.ts";
import type { Terminal } from "../render/terminal.ts";
import { formatTwoColumns } from "../render/two-columns.ts";
import type { CliVerb, VerbModule } from "./verb.ts";

const WIDTH_MAX = 80;

type Page = { readonly verb: CliVerb; readonly command: Command; readonly examples: VerbModule["examples"] };

export function formatVerbHelp({ verb, command, examples }: Page, terminal: Terminal): string {
  const width = terminal.isTerminal ? Math.min(WIDTH_MAX, terminal.width) : WIDTH_MAX;
  const heading = (text: string): string => paint(text, "heading", terminal);
  const options = listOptionRows(command);
  const actions = command.commands.map((action) => [action.name(), action.description()] as const);
  const also = verb.aliases.length === 0 ? "" : `   (also: ao ${verb.aliases.join(", ao ")})`;
  return [
    `${capitalize(verb.summary)}.`,
    "",
    `${heading("Usage:")} ao ${verb.usage}${also}`,
    "",
    heading("Examples:"),
    ...formatTwoColumns(examples, width),
    ...(actions.length === 0 ? [] : ["", heading("Actions:"), ...formatTwoColumns(actions, width)]),
    ...(options.own.length === 0 ? [] : ["", heading("Options:"), ...formatTwoColumns(options.own, width)]),
    "",
    heading("Every command takes:"),
    ...formatTwoColumns(options.everywhere, width),
    "",
    findPage(verb.name),
    "",
  ].join("\n");
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function listOptionRows(command: Command) {
  const rows = command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      isOwn: option.helpGroupHeading === undefined && option.long !== "--help",
      row: [option.flags, option.description] as const,
    }));
  return {
    own: rows.filter(({ isOwn }) => isOwn).map(({ row }) => row),
    everywhere: rows.filter(({ isOwn }) => !isOwn).map(({ row }) => row),
  };
}
