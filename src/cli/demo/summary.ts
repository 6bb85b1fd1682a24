/** What the demo showed, at its end. */
import type { EventView } from "../../protocol/daemon/event.ts";
import { blank, createCell, createCellRight, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";
import type { Field } from "../render/records.ts";
import type { DemoOutcome, DemoReaction } from "./outcome.ts";

const rows: readonly (readonly [name: DemoReaction, what: string, how: string])[] = [
  ["ciFixed", "CI failure", "sent the failing test; fixed by its agent"],
  ["reviewAddressed", "requested changes", "addressed by the agent, then approved"],
  ["conflictResolved", "merge conflict", "resolved by the agent that came second"],
  ["flakyRerun", "flaky check", "re-run once; the agent was not notified"],
  ["stuckEscalated", "stuck agent", "a person was asked once, and restarted it"],
];

export type Summary = {
  readonly outcome: DemoOutcome;
  readonly wrong: string | null;
  readonly events: readonly EventView[];
  readonly keep: boolean;
};

export function formatSummary({ outcome, wrong, events, keep }: Summary, pen: Pen): readonly Line[] {
  const { issues, landed, reactions, seconds, repo, home, mainGreen } = outcome;
  const good = `demo finished in ${seconds} s: ${landed} of ${issues} changes landed, main green at all ${landed + 1} commits`;
  return [
    blank,
    [
      wrong === null ? createSpan(`${pen.mark("done")} `, "passed") : createSpan(`${pen.mark("failed")} `, "failed"),
      createSpan(wrong ?? good, "heading"),
    ],
    blank,
    indentLine(
      [
        createCell("what happened", 20, "hint"),
        createCellRight("seen", 4, "hint"),
        createSpan("   how it ended", "hint"),
      ],
      2,
    ),
    ...rows.map(([name, what, how]) =>
      indentLine([createCell(what, 20), createCellRight(String(reactions[name]), 4), createSpan(`   ${how}`)], 2),
    ),
    blank,
    indentLine([createSpan(describeRealWork(events, mainGreen), "hint")], 2),
    indentLine([createSpan("look: ", "hint"), createSpan(`git -C ${repo} log --oneline`)], 2),
    indentLine([createSpan("      ", "hint"), createSpan(`AO_HOME=${home} ao events -n 2000`)], 2),
    ...(keep
      ? [indentLine([createSpan("stop: ", "hint"), createSpan(`AO_HOME=${home} ao stop`)], 2)]
      : [indentLine([createSpan("next: ", "hint"), createSpan("cd your-project && ao start")], 2)]),
  ];
}

function describeRealWork(events: readonly EventView[], mainGreen: boolean): string {
  const of = (kind: string): number => events.filter((event) => event.kind === kind).length;
  const tested = mainGreen ? "; each commit tested again" : "";
  return `real: ${count(of("workspace_created"), "workspace")}, ${count(of("turn_ended"), "turn")}, ${count(of("checks_finished"), "run")} of checks${tested}`;
}

export function toSummaryRecords(outcome: DemoOutcome, wrong: string | null): readonly (readonly Field[])[] {
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
