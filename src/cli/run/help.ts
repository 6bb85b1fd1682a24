/** The front page: what can be typed, one line a command, in groups. */
import { measureWidth, padTo } from "../render/display-width.ts";
import { groups, type Group, type CliVerb } from "./verb.ts";

export function formatHelp(verbs: readonly CliVerb[]): string {
  const shown = verbs.filter(({ group }) => group !== "hidden");
  const widest = Math.max(...shown.map(({ name }) => measureWidth(name)));
  return [
    "Agent Orchestrator: give it a backlog, and a fleet of coding agents empties it.",
    "",
    "Usage: ao <command> [options]",
    ...groups.flatMap((group) => groupLines(group, shown, widest)),
    "",
    "`ao <command> --help` shows examples and options; `ao --version` the version.",
    "Exit codes: 0 done, 1 failed, 2 wrong use.",
  ].join("\n");
}

function groupLines(group: Group, verbs: readonly CliVerb[], widest: number): readonly string[] {
  const own = verbs.filter((verb) => verb.group === group);
  if (own.length === 0) return [];
  return ["", formatHeading(group), ...own.map(({ name, summary }) => `  ${padTo(name, widest)}  ${summary}`)];
}

const formatHeading = (group: Group): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}:`;
