/** `ao issue approve`: what somebody without write access wrote is shown, and let through word for word. */
import { parseIssueReference } from "../../protocol/issue/issue-reference.ts";
import type { ApprovalView } from "../../protocol/daemon/webhook.ts";
import type { VerbAction } from "../run/actions.ts";
import { askYesNo } from "../input/ask.ts";
import { connect } from "../daemon/connect.ts";
import { refuseAgents } from "../run/not-by-agents.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";
import { blank, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { showAnswer } from "../show.ts";
import { READ } from "../verbs/look/list.ts";

type Options = { readonly project?: string; readonly yes?: boolean };

export const approveAction = (io: Io): VerbAction => ({
  usage: "approve [ISSUE|CHANGE] [--yes]",
  summary: "let through what somebody without write access wrote",
  examples: [
    ["ao issue approve", "what waits for that"],
    ["ao issue approve 12", "shows the text, then asks; an edit voids the approval"],
  ],
  define: (command) =>
    void command
      .argument("[issue]", "an issue or change with texts to approve (default: list all that wait)")
      .option("--yes", "approve without asking")
      .option("--project <id>", "only of this project")
      .action((reference: string | undefined, options: Options) =>
        reference === undefined ? list(io, options) : approve(io, reference, options),
      ),
});

async function list(io: Io, { project }: Options): Promise<void> {
  const client = await connect(io);
  const waiting = await client.approvals(project === undefined ? {} : { project }, READ);
  showAnswer(io, {
    ...toData(waiting),
    lines: (pen) =>
      waiting.length === 0 ? [[createSpan("Nothing waits for an approval.")]] : formatWaiting(waiting, pen),
  });
}

async function approve(io: Io, reference: string, { project, yes = false }: Options): Promise<void> {
  refuseAgents(io, "nothing was approved");
  const client = await connect(io);
  const waiting = await client.approvals(project === undefined ? {} : { project }, READ);
  const meant = waiting.filter(({ id }) => isMeant(id, reference));
  if (meant.length === 0)
    throw new CliFailure({
      ...{ code: "not_found", message: `no text of ${reference} waits for an approval; nothing was approved` },
      try: ["ao issue approve"],
    });
  if (new Set(meant.map(({ id }) => id)).size > 1)
    throw new CliFailure({
      ...{ code: "ambiguous", message: `${reference} may be several; nothing was approved` },
      candidates: meant.map(({ id }) => id),
    });
  if (!yes) {
    for (const { by, text } of meant) io.tell(`${by} wrote:\n${text}\n`);
    if (!(await askYesNo(io, "Let agents act on this text?")))
      throw new CliFailure({
        ...{ code: "refused", message: "nothing was approved" },
        try: [`ao issue approve ${reference} --yes`],
      });
  }
  const approved: ApprovalView[] = [];
  for (const { digest } of meant) approved.push(await client.approve({ digest }));
  showAnswer(io, { ...toData(approved), lines: (pen) => approved.map((one) => formatApproved(one, pen)) });
}

/** `12`, `#12` and its address stand for `app#12`, `ENG-12` for `app#ENG-12`. */
function isMeant(id: string, reference: string): boolean {
  const name = parseIssueReference(reference);
  return id === name || id.endsWith(`#${name}`);
}

const toData = (texts: readonly ApprovalView[]) => ({
  json: () => texts,
  records: () => texts.map(({ kind, project, id, by, text, digest }) => [kind, project, id, by, text, digest]),
});

const formatWaiting = (waiting: readonly ApprovalView[], pen: Pen): readonly Line[] => [
  ...waiting.flatMap((one) => formatText(one, pen)),
  [createSpan("ao issue approve <issue> lets it through", "hint")],
];

const formatApproved = ({ kind, id, by }: ApprovalView, pen: Pen): Line => [
  ...[createSpan(pen.mark("done"), "passed"), createSpan(" "), createSpan(pen.words(id), "id")],
  createSpan(`  what ${pen.words(by)} ${nameApproval(kind)} is let through`),
];

const nameApproval = (kind: ApprovalView["kind"]): string => (kind === "issue" ? "wrote" : "remarked");

function formatText({ kind, id, by, text }: ApprovalView, pen: Pen): readonly Line[] {
  const words = text.split("\n").flatMap((line) => pen.wrap(line, Math.max(16, pen.width - 2)));
  return [
    [createSpan(pen.words(id), "id"), createSpan(`  ${pen.words(by)} ${nameApproval(kind)}`, "hint")],
    ...words.map((line) => indentLine([createSpan(line)], 2)),
    blank,
  ];
}
