/** What is known of a session, each fact with its label. What is not known is shown as a dash, never guessed. */
import type { ChangeView, SessionView } from "../../protocol/session.ts";
import { cell, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { age, count, money, spentMoney, tokens } from "../render/quantity.ts";
import { checkMark } from "./check-marks.ts";
import { issueWord } from "./session-mark.ts";
import { NARROW } from "../render/terminal.ts";

export type StatusContext = { readonly nowMs: number; readonly home: string | undefined };
export type StatusFact = { readonly label: string; readonly lines: readonly Line[] };

/** Columns that label and indent take. */
const BESIDE = 13;

export function factsOf(session: SessionView, context: StatusContext, pen: Pen): readonly StatusFact[] {
  const change = session.changes.findLast(({ id }) => id === session.change?.id);
  return [
    ...questionFacts(session, pen),
    ...short("issue", session.issue === null ? null : issueWord(session.issue), pen),
    ...short("agent", agentText(session, context.nowMs), pen),
    ...short("branch", branchText(session), pen),
    workspaceFact(session, context, pen),
    ...short("change", change === undefined ? null : changeText(change), pen),
    ...short("messages", messagesText(session), pen),
    ...prose("ready", preparedText(session), pen),
    ...short("cost", costText(session), pen),
    ...short("billed to", billedText(session), pen),
    ...progressFacts(session, pen),
    ...checkFacts(change, pen),
    ...troubleFacts(session, pen),
    ...prose("last said", session.lastWords === "" ? null : `"${session.lastWords}"`, pen),
    ...prose("saved at", session.ended?.rescueRef ?? null, pen),
  ];
}

const roomFor = ({ width }: Pen): number => width - (width < NARROW ? 4 : BESIDE);

function short(label: string, text: string | null, pen: Pen): readonly StatusFact[] {
  return text === null ? [] : [{ label, lines: pen.wrap(text, roomFor(pen)).map((line) => [span(line)]) }];
}

const PROSE_LINES_MAX = 3;

function prose(label: string, text: string | null, pen: Pen): readonly StatusFact[] {
  if (text === null) return [];
  const wrapped = pen.wrap(text, Math.min(76, roomFor(pen)));
  const lines = wrapped.slice(0, PROSE_LINES_MAX);
  const last = lines.at(-1) ?? "";
  const shown =
    wrapped.length > lines.length
      ? [...lines.slice(0, -1), pen.cut(`${last} ${pen.mark("ellipsis")}`, roomFor(pen))]
      : lines;
  return [{ label, lines: shown.map((line) => [span(line)]) }];
}

function questionFacts({ questions }: SessionView, pen: Pen): readonly StatusFact[] {
  return questions.map(({ text, choices }) => {
    const asked = pen.wrap(text, roomFor(pen)).map((line): Line => [span(line)]);
    const options = choices.map((choice, index): Line => [span(`${index + 1}  `, "hint"), span(pen.words(choice))]);
    const behind = [...(asked[0] ?? []), ...options.flatMap((option) => [span("   "), ...option])];
    const fits = asked.length === 1 && options.length > 0 && pen.width >= 110 && lineWidth(behind) <= roomFor(pen);
    return { label: "question", lines: fits ? [behind] : [...asked, ...options] };
  });
}

function agentText(
  { agent, drive, runtime, turns, turn, phase, hold, lastActivity }: SessionView,
  nowMs: number,
): string {
  const sign = `last event ${age(nowMs - Date.parse(turn?.lastSign ?? lastActivity))} ago`;
  const where = `${agent}${drive === undefined ? "" : ` (${drive})`} on ${runtime}`;
  const holding = hold === null ? "" : `, ${holdWords[hold]}`;
  const read = turn !== null && !turn.acknowledged ? ", not acknowledged yet" : "";
  return `${where}, ${turns === 0 ? "no turn yet" : `turn ${turns}`}, ${phaseWords[phase]}${read}${holding}; ${sign}`;
}

const phaseWords = {
  preparing: "being prepared",
  resting: "at rest",
  working: "working",
  asking: "waiting",
  yielding: "at rest",
  ending: "ending",
  ended: "ended",
} as const;

const holdWords = { pause: "paused", trouble: "held", take_over: "taken over" } as const;

function branchText({ branch, head, base }: SessionView): string {
  const at = head === null ? "" : ` at ${head.slice(0, 7)}`;
  return `${branch}${at}${base === null ? "" : `, from ${base.slice(0, 7)}`}`;
}

function workspaceFact({ workspace, workspacePath }: SessionView, { home }: StatusContext, pen: Pen): StatusFact {
  if (workspacePath === null) return { label: "workspace", lines: [[span(`${workspace}, removed`)]] };
  const path =
    home !== undefined && workspacePath.startsWith(`${home}/`) ? `~${workspacePath.slice(home.length)}` : workspacePath;
  const room = (pen.width >= 110 ? Math.floor(roomFor(pen) / 2) : roomFor(pen)) - workspace.length - 2;
  return {
    label: "workspace",
    lines: [[span(`${workspace}  `), span(pen.cutFront(path, Math.max(12, room)))]],
  };
}

function changeText({ id, state, approvals, approvalsNeeded, threadsOpen }: ChangeView): string {
  const approved =
    approvalsNeeded === 0 && approvals.length === 0
      ? ""
      : `, ${approvals.length} of ${count(approvalsNeeded, "approval")}`;
  const open = threadsOpen === 0 ? "" : `, ${count(threadsOpen, "open thread")}`;
  return `${changeWord(id)}${state === "open" ? "" : `, ${state}`}${approved}${open}`;
}

/** The local forge's `app#18` is #18. */
const changeWord = (id: string): string => (/#\d+$/.test(id) ? id.slice(id.lastIndexOf("#")) : id);

function messagesText({ messages }: SessionView): string | null {
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
function preparedText({ id, messages }: SessionView): string | null {
  const prepared = messages.find(({ state }) => state === "prepared");
  return prepared === undefined ? null : `ao answer ${id} send (or drop): "${prepared.text}"`;
}

function costText({ usage, budget, context = null }: SessionView): string {
  const limit = budget.usd === null ? "" : ` of ${money(budget.usd)}`;
  const tokenLimit = budget.tokens === null ? "" : ` of ${tokens(budget.tokens)}`;
  const full = context === null ? "" : `, context ${Math.round((100 * context.used) / context.window)} % full`;
  const isUntold = usage.tokens === 0 && (usage.unknownTurns ?? 0) > 0;
  const used = isUntold ? "tokens unknown" : `${tokens(usage.tokens)}${tokenLimit} tokens`;
  return `${spentMoney(usage)}${limit}, ${used}${full}`;
}

function billedText({ billedTo, turns }: SessionView): string | null {
  if (billedTo === undefined || turns === 0) return null;
  return billedTo === null ? "not told" : `${billedTo.to} (${billedWords[billedTo.by]})`;
}

const billedWords = {
  tool: "the agent says so",
  environment: "the variable it was given",
  login_file: "the login file it was given",
} as const;

/** Steps of the agent's own plan and what it does now. */
function progressFacts({ progress, phase }: SessionView, pen: Pen): readonly StatusFact[] {
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
      lines: [[span(done), ...(doing === null ? [] : [span(`  ${pen.cut(doing, roomFor(pen) - done.length - 4)}`)])]],
    },
  ];
}

const EVIDENCE_LINES_MAX = 3;

function checkFacts(change: ChangeView | undefined, pen: Pen): readonly StatusFact[] {
  if (change === undefined) return [];
  if (change.addCheck !== null) return prose("checks", `No checks configured; add one: ${change.addCheck}`, pen);
  if (change.checks.length === 0) return [];
  const { checks } = change;
  const passed = checks.filter(({ verdict }) => verdict === "passed").length;
  const head = `${passed} of ${checks.length} passed`;
  const named = checks.map((check): Line => [checkMark(check, pen), span(` ${pen.words(check.name)}`)]);
  const failed = checks.filter(({ verdict }) => verdict === "failed");
  return [
    {
      label: "checks",
      lines: [
        ...flowed([span(`${head}   `)], named, roomFor(pen)),
        ...failed.flatMap(({ name, evidence }) => evidenceLines(name, evidence, pen)),
      ],
    },
  ];
}

/** Behind `head`, as many on a line as fit. */
function flowed(head: Line, parts: readonly Line[], width: number): readonly Line[] {
  const lines: Line[] = [head];
  for (const part of parts) {
    const last = lines.at(-1) ?? [];
    const longer = [...last, ...part, span(" ")];
    if (lineWidth(longer) - 1 > width && last.length > 0) lines.push([cell("", lineWidth(head)), ...part, span(" ")]);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function evidenceLines(name: string, evidence: string, pen: Pen): readonly Line[] {
  const [first = "", ...more] = evidence
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, EVIDENCE_LINES_MAX);
  const room = roomFor(pen) - 4;
  return [
    [span("  "), span(pen.mark("failed"), "failed"), span(" "), span(pen.cut(`${name}: ${first}`, room))],
    ...more.map((line): Line => [span("    "), span(pen.cut(line, room))]),
  ];
}

/** A question has lines of its own. */
function troubleFacts({ incidents }: SessionView, pen: Pen): readonly StatusFact[] {
  const open = incidents.filter(({ closedAs, trouble }) => closedAs === null && trouble !== "question");
  if (open.length === 0) return [];
  return [
    {
      label: "trouble",
      lines: open.map(({ summary, attempts }): Line => [
        span(pen.cut(`${summary}${attempts === 0 ? "" : ` (${count(attempts, "attempt")})`}`, roomFor(pen))),
      ]),
    },
  ];
}
