/** What is known of a session, each fact with its label. What is not known is shown as a dash, never guessed. */
import type { ChangeView, SessionView } from "../../../protocol/session/session.ts";
import { createCell, measureLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { formatAge, count, formatMoney, formatSpent, formatTokens } from "../../render/quantity.ts";
import { checkMark } from "../change/check-marks.ts";
import { nameIssue } from "./session-mark.ts";
import { NARROW } from "../../render/terminal.ts";

export type StatusContext = { readonly nowMs: number; readonly home: string | undefined };
export type StatusFact = { readonly label: string; readonly lines: readonly Line[] };

/** Columns that label and indent take. */
const BESIDE = 13;

export function listStatusFacts(session: SessionView, context: StatusContext, pen: Pen): readonly StatusFact[] {
  const change = session.changes.findLast(({ id }) => id === session.change?.id);
  return [
    ...listQuestionFacts(session, pen),
    ...createShortFact("issue", session.issue === null ? null : nameIssue(session.issue), pen),
    ...createShortFact("agent", describeAgent(session, context.nowMs), pen),
    ...createShortFact("branch", describeBranch(session), pen),
    createWorkspaceFact(session, context, pen),
    ...createShortFact("change", change === undefined ? null : describeChange(change), pen),
    ...createShortFact("messages", describeMessages(session), pen),
    ...createProseFact("ready", describePrepared(session), pen),
    ...createShortFact("cost", describeCost(session), pen),
    ...createShortFact("billed to", describeBilling(session), pen),
    ...listProgressFacts(session, pen),
    ...checkFacts(change, pen),
    ...listTroubleFacts(session, pen),
    ...createProseFact("last said", session.lastWords === "" ? null : `"${session.lastWords}"`, pen),
    ...createProseFact("saved at", session.ended?.rescueRef ?? null, pen),
  ];
}

const computeRoom = ({ width }: Pen): number => width - (width < NARROW ? 4 : BESIDE);

function createShortFact(label: string, text: string | null, pen: Pen): readonly StatusFact[] {
  return text === null ? [] : [{ label, lines: pen.wrap(text, computeRoom(pen)).map((line) => [createSpan(line)]) }];
}

const PROSE_LINES_MAX = 3;

function createProseFact(label: string, text: string | null, pen: Pen): readonly StatusFact[] {
  if (text === null) return [];
  const wrapped = pen.wrap(text, Math.min(76, computeRoom(pen)));
  const lines = wrapped.slice(0, PROSE_LINES_MAX);
  const last = lines.at(-1) ?? "";
  const shown =
    wrapped.length > lines.length
      ? [...lines.slice(0, -1), pen.cut(`${last} ${pen.mark("ellipsis")}`, computeRoom(pen))]
      : lines;
  return [{ label, lines: shown.map((line) => [createSpan(line)]) }];
}

function listQuestionFacts({ questions }: SessionView, pen: Pen): readonly StatusFact[] {
  return questions.map(({ text, choices }) => {
    const asked = pen.wrap(text, computeRoom(pen)).map((line): Line => [createSpan(line)]);
    const options = choices.map((choice, index): Line => [
      createSpan(`${index + 1}  `, "hint"),
      createSpan(pen.words(choice)),
    ]);
    const behind = [...(asked[0] ?? []), ...options.flatMap((option) => [createSpan("   "), ...option])];
    const fits =
      asked.length === 1 && options.length > 0 && pen.width >= 110 && measureLine(behind) <= computeRoom(pen);
    return { label: "question", lines: fits ? [behind] : [...asked, ...options] };
  });
}

function describeAgent(
  { agent, drive, runtime, turns, turn, phase, hold, lastActivity }: SessionView,
  nowMs: number,
): string {
  const sign = `last event ${formatAge(nowMs - Date.parse(turn?.lastSign ?? lastActivity))} ago`;
  const where = `${agent}${drive === undefined ? "" : ` (${drive})`} on ${runtime}`;
  const holding = hold === null ? "" : `, ${holdWords[hold]}`;
  const read = turn !== null && !turn.acknowledged ? ", not acknowledged yet" : "";
  return `${where}, ${turns === 0 ? "no turn yet" : `turn ${turns}`}, ${phaseWords[phase]}${read}${holding}; ${sign}`;
}

const phaseWords = {
  preparing: "being prepared",
  resting: "idle",
  working: "working",
  asking: "waiting",
  yielding: "idle",
  ending: "ending",
  ended: "ended",
} as const;

const holdWords = { pause: "paused", trouble: "held", take_over: "taken over" } as const;

function describeBranch({ branch, head, base }: SessionView): string {
  const at = head === null ? "" : ` at ${head.slice(0, 7)}`;
  return `${branch}${at}${base === null ? "" : `, from ${base.slice(0, 7)}`}`;
}

function createWorkspaceFact({ workspace, workspacePath }: SessionView, { home }: StatusContext, pen: Pen): StatusFact {
  if (workspacePath === null) return { label: "workspace", lines: [[createSpan(`${workspace}, removed`)]] };
  const path =
    home !== undefined && workspacePath.startsWith(`${home}/`) ? `~${workspacePath.slice(home.length)}` : workspacePath;
  const room = (pen.width >= 110 ? Math.floor(computeRoom(pen) / 2) : computeRoom(pen)) - workspace.length - 2;
  return {
    label: "workspace",
    lines: [[createSpan(`${workspace}  `), createSpan(pen.cutFront(path, Math.max(12, room)))]],
  };
}

function describeChange({ id, state, approvals, approvalsNeeded, threadsOpen }: ChangeView): string {
  const approved =
    approvalsNeeded === 0 && approvals.length === 0
      ? ""
      : `, ${approvals.length} of ${count(approvalsNeeded, "approval")}`;
  const open = threadsOpen === 0 ? "" : `, ${count(threadsOpen, "open thread")}`;
  return `${nameChange(id)}${state === "open" ? "" : `, ${state}`}${approved}${open}`;
}

/** The local forge's `app#18` is #18. */
const nameChange = (id: string): string => (/#\d+$/.test(id) ? id.slice(id.lastIndexOf("#")) : id);

function describeMessages({ messages }: SessionView): string | null {
  if (messages.length === 0) return null;
  const inState = (...states: readonly string[]): number =>
    messages.filter(({ state }) => states.includes(state)).length;
  const parts = [
    `${inState("acknowledged")} acknowledged`,
    `${inState("queued", "written")} waiting`,
    ...[inState("prepared")].filter((n) => n > 0).map((n) => `${n} for you to send`),
    ...[inState("failed")].filter((n) => n > 0).map((n) => `${n} not delivered`),
    ...[inState("unknown")].filter((n) => n > 0).map((n) => `${n} not known`),
  ];
  return parts.join(", ");
}

/** The exact words that wait for one key. */
function describePrepared({ id, messages }: SessionView): string | null {
  const prepared = messages.find(({ state }) => state === "prepared");
  return prepared === undefined ? null : `ao answer ${id} send (or drop): "${prepared.text}"`;
}

function describeCost({ usage, budget, context = null }: SessionView): string {
  const limit = budget.usd === null ? "" : ` of ${formatMoney(budget.usd)}`;
  const tokenLimit = budget.tokens === null ? "" : ` of ${formatTokens(budget.tokens)}`;
  const full = context === null ? "" : `, context ${Math.round((100 * context.used) / context.window)} % full`;
  const isUntold = usage.tokens === 0 && (usage.unknownTurns ?? 0) > 0;
  const used = isUntold ? "tokens unknown" : `${formatTokens(usage.tokens)}${tokenLimit} tokens`;
  return `${formatSpent(usage)}${limit}, ${used}${full}`;
}

function describeBilling({ billedTo, turns }: SessionView): string | null {
  if (billedTo === undefined || turns === 0) return null;
  return billedTo === null ? "not told" : `${billedTo.to} (${billedWords[billedTo.by]})`;
}

const billedWords = {
  tool: "the agent says so",
  environment: "the variable it was given",
  login_file: "the login file it was given",
} as const;

/** Steps of the agent's own plan and what it does now. */
function listProgressFacts({ progress, phase }: SessionView, pen: Pen): readonly StatusFact[] {
  if (phase === "ended") return [];
  const { steps, doing, tests = null } = progress;
  const known = [
    ...(steps === null ? [] : [`${steps.done}/${steps.of}`]),
    ...(tests === null
      ? []
      : [
          `${count(tests.passed, "test")} ${tests.passed === 1 ? "passes" : "pass"}, ${tests.failed} ${tests.failed === 1 ? "fails" : "fail"}`,
        ]),
  ];
  const done = known.length === 0 ? pen.mark("skipped") : known.join(", ");
  return [
    {
      label: "progress",
      lines: [
        [
          createSpan(done),
          ...(doing === null ? [] : [createSpan(`  ${pen.cut(doing, computeRoom(pen) - done.length - 4)}`)]),
        ],
      ],
    },
  ];
}

const EVIDENCE_LINES_MAX = 3;

function checkFacts(change: ChangeView | undefined, pen: Pen): readonly StatusFact[] {
  if (change === undefined) return [];
  if (change.addCheck !== null)
    return createProseFact("checks", `No checks configured; add one: ${change.addCheck}`, pen);
  if (change.checks.length === 0) return [];
  const { checks } = change;
  const passed = checks.filter(({ verdict }) => verdict === "passed").length;
  const head = `${passed} of ${checks.length} passed`;
  const named = checks.map((check): Line => [checkMark(check, pen), createSpan(` ${pen.words(check.name)}`)]);
  const failed = checks.filter(({ verdict }) => verdict === "failed");
  return [
    {
      label: "checks",
      lines: [
        ...flowParts([createSpan(`${head}   `)], named, computeRoom(pen)),
        ...failed.flatMap(({ name, evidence }) => formatEvidence(name, evidence, pen)),
      ],
    },
  ];
}

/** Behind `head`, as many on a line as fit. */
function flowParts(head: Line, parts: readonly Line[], width: number): readonly Line[] {
  const lines: Line[] = [head];
  for (const part of parts) {
    const last = lines.at(-1) ?? [];
    const longer = [...last, ...part, createSpan(" ")];
    if (measureLine(longer) - 1 > width && last.length > 0)
      lines.push([createCell("", measureLine(head)), ...part, createSpan(" ")]);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function formatEvidence(name: string, evidence: string, pen: Pen): readonly Line[] {
  const [first = "", ...more] = evidence
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, EVIDENCE_LINES_MAX);
  const room = computeRoom(pen) - 4;
  return [
    [
      createSpan("  "),
      createSpan(pen.mark("failed"), "failed"),
      createSpan(" "),
      createSpan(pen.cut(`${name}: ${first}`, room)),
    ],
    ...more.map((line): Line => [createSpan("    "), createSpan(pen.cut(line, room))]),
  ];
}

/** A question has lines of its own. */
function listTroubleFacts({ incidents }: SessionView, pen: Pen): readonly StatusFact[] {
  const open = incidents.filter(({ closedAs, trouble }) => closedAs === null && trouble !== "question");
  if (open.length === 0) return [];
  return [
    {
      label: "trouble",
      lines: open.map(({ summary, attempts }): Line => [
        createSpan(pen.cut(`${summary}${attempts === 0 ? "" : ` (${count(attempts, "attempt")})`}`, computeRoom(pen))),
      ]),
    },
  ];
}
