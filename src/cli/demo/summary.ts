/** What the demo showed, at its end. */
import type { EventView } from "../../protocol/event.ts";
import { blank, cell, cellRight, indented, span, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";
import type { Field } from "../render/records.ts";
import type { Outcome, ReactionName } from "./outcome.ts";

const rows: readonly (readonly [name: ReactionName, what: string, how: string])[] = [
  ["ciFixed", "CI failure", "told with the failing test, fixed by its agent"],
  ["reviewAddressed", "requested changes", "addressed by the agent, then approved"],
  ["conflictResolved", "merge conflict", "resolved by the agent that came second"],
  ["flakyRerun", "flaky check", "run again once, the agent was not told"],
  ["stuckEscalated", "stuck agent", "a person was asked once, and restarted it"],
];

export type Summary = {
  readonly outcome: Outcome;
  readonly wrong: string | null;
  readonly events: readonly EventView[];
  readonly keep: boolean;
};

export function summaryLines({ outcome, wrong, events, keep }: Summary, pen: Pen): readonly Line[] {
  const { issues, landed, reactions, seconds, repo, home, mainGreen } = outcome;
  const good = `demo finished in ${seconds} s: ${landed} of ${issues} changes landed, main green at all ${landed + 1} commits`;
  return [
    blank,
    [
      wrong === null ? span(`${pen.mark("done")} `, "passed") : span(`${pen.mark("failed")} `, "failed"),
      span(wrong ?? good, "heading"),
    ],
    blank,
    indented([cell("what happened", 20, "hint"), cellRight("seen", 4, "hint"), span("   how it ended", "hint")], 2),
    ...rows.map(([name, what, how]) =>
      indented([cell(what, 20), cellRight(String(reactions[name]), 4), span(`   ${how}`)], 2),
    ),
    blank,
    indented([span(realWork(events, mainGreen), "hint")], 2),
    indented([span("look: ", "hint"), span(`git -C ${repo} log --oneline`)], 2),
    indented([span("      ", "hint"), span(`AO_HOME=${home} ao events -n 2000`)], 2),
    ...(keep
      ? [indented([span("stop: ", "hint"), span(`AO_HOME=${home} ao stop`)], 2)]
      : [indented([span("next: ", "hint"), span("cd your-project && ao start")], 2)]),
  ];
}

function realWork(events: readonly EventView[], mainGreen: boolean): string {
  const of = (kind: string): number => events.filter((event) => event.kind === kind).length;
  const tested = mainGreen ? "; each commit tested again" : "";
  return `real: ${count(of("workspace_created"), "workspace")}, ${count(of("turn_ended"), "turn")}, ${count(of("checks_finished"), "run")} of checks${tested}`;
}

export function summaryRecords(outcome: Outcome, wrong: string | null): readonly (readonly Field[])[] {
  const { ok, issues, landed, mainGreen, seconds, repo, home, reactions } = outcome;
  return [
    [
      "demo",
      ok ? "ok" : "failed",
      `${landed} of ${issues} landed`,
      mainGreen ? "main green" : "main red",
      `${seconds} s`,
    ],
    ...Object.entries(reactions).map(([name, times]) => ["seen", name, times]),
    ["repo", repo],
    ["home", home],
    ...(wrong === null ? [] : [["wrong", wrong]]),
  ];
}
