/** The front page: what can be typed, in groups; it fits a terminal of 24 rows. */
import { padTo, wrapTo } from "./render/display-width.ts";
import { groups, type Group, type Verb } from "./verb.ts";

const WIDTH = 80;
const ROWS_MAX = 24;

/** As many verbs as fit have a line of their own, the same number in each group; the others are named behind them. */
export function help(verbs: readonly Verb[]): string {
  const most = Math.max(...groups.map((group) => verbs.filter((verb) => verb.group === group).length));
  for (let told = most; told > 1; told--) {
    const page = pageOf(verbs, told);
    if (page.length <= ROWS_MAX) return page.join("\n");
  }
  return pageOf(verbs, 1).join("\n");
}

function pageOf(verbs: readonly Verb[], told: number): readonly string[] {
  const shown = groups.filter((group) => verbs.some((verb) => verb.group === group));
  const indent = Math.max(0, ...shown.map((group) => group.length)) + 2;
  return [
    "Agent Orchestrator: give it a backlog, and a fleet of coding agents empties it.",
    "",
    "Usage: ao <command> [options]     ao <command> --help shows examples and options",
    "",
    ...shown.flatMap((group) => groupLines(group, verbs, { indent, told })),
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong use. `ao --version` prints the version.",
  ];
}

type Layout = { readonly indent: number; readonly told: number };

function groupLines(group: Group, verbs: readonly Verb[], { indent, told: count }: Layout): readonly string[] {
  const own = verbs.filter((verb) => verb.group === group);
  const told = own.slice(0, count);
  const widest = Math.max(...told.map(({ name }) => name.length));
  const rest = own.slice(count).map(({ name }) => name);
  const lines = [
    ...told.map(({ name, summary }) => `${padTo(name, widest)}  ${summary}`),
    ...(rest.length === 0 ? [] : wrapTo(`also: ${rest.join(", ")}`, WIDTH - indent)),
  ];
  return lines.map((line, index) => padTo(index === 0 ? group : "", indent) + line);
}
