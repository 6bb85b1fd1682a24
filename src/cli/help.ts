/** The front page: what can be typed, in groups; it fits a terminal of 24 rows. */
import { padTo, wrapTo } from "./render/display-width.ts";
import { groups, type Group, type Verb } from "./verb.ts";

const WIDTH = 80;
/** Of each group, so many verbs have a line of their own. */
const TOLD_MAX = 2;

export function help(verbs: readonly Verb[]): string {
  const shown = groups.filter((group) => verbs.some((verb) => verb.group === group));
  const indent = Math.max(0, ...shown.map((group) => group.length)) + 2;
  return [
    "Agent Orchestrator: give it a backlog, and a fleet of coding agents empties it.",
    "",
    "Usage: ao <command> [options]     ao <command> --help shows examples and options",
    "",
    ...shown.flatMap((group) => groupLines(group, verbs, indent)),
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong use. `ao --version` prints the version.",
  ].join("\n");
}

function groupLines(group: Group, verbs: readonly Verb[], indent: number): readonly string[] {
  const own = verbs.filter((verb) => verb.group === group);
  const told = own.slice(0, TOLD_MAX);
  const widest = Math.max(...told.map(({ name }) => name.length));
  const rest = own.slice(TOLD_MAX).map(({ name }) => name);
  const lines = [
    ...told.map(({ name, summary }) => `${padTo(name, widest)}  ${summary}`),
    ...(rest.length === 0 ? [] : wrapTo(rest.join(" "), WIDTH - indent)),
  ];
  return lines.map((line, index) => padTo(index === 0 ? group : "", indent) + line);
}
