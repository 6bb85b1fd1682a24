/** `ao issue approve`: what somebody without write access wrote is shown, and let through word for word. */
import { issueReference } from "../protocol/issue-reference.ts";
import type { ApprovalView } from "../protocol/webhook.ts";
import type { Action } from "./actions.ts";
import { askYesNo } from "./ask.ts";
import { connect } from "./connect.ts";
import { refuseAgents } from "./not-by-agents.ts";
import { Failure } from "./render/failure.ts";
import type { Io } from "./render/io.ts";
import { blank, indented, span, type Line, type Pen } from "./render/line.ts";
import { show } from "./show.ts";
import { READ } from "./verbs/list.ts";

type Options = { readonly project?: string; readonly yes?: boolean };

export const approveAction = (io: Io): Action => ({
  usage: "approve [ISSUE|CHANGE] [--yes]",
  summary: "let through what somebody without write access wrote",
  examples: [
    ["ao issue approve", "what waits for that"],
    ["ao issue approve 12", "shows the text, then asks; an edit voids the approval"],
  ],
  define: (command) =>
    void command
      .argument("[issue]", "an issue, or a change whose review remarks are meant; left out: all that waits")
      .option("--yes", "approve without asking")
      .option("--project <id>", "only of this project")
      .action((reference: string | undefined, options: Options) =>
        reference === undefined ? list(io, options) : approve(io, reference, options),
      ),
});

async function list(io: Io, { project }: Options): Promise<void> {
  const client = await connect(io);
  const waiting = await client.approvals(project === undefined ? {} : { project }, READ);
  show(io, {
    ...asData(waiting),
    lines: (pen) => (waiting.length === 0 ? [[span("Nothing waits for an approval.")]] : waitingLines(waiting, pen)),
  });
}

async function approve(io: Io, reference: string, { project, yes = false }: Options): Promise<void> {
  refuseAgents(io, "nothing was approved");
  const client = await connect(io);
  const waiting = await client.approvals(project === undefined ? {} : { project }, READ);
  const meant = waiting.filter(({ id }) => isMeant(id, reference));
  if (meant.length === 0)
    throw new Failure({
      ...{ code: "not_found", message: `no text of ${reference} waits for an approval; nothing was approved` },
      try: ["ao issue approve"],
    });
  if (new Set(meant.map(({ id }) => id)).size > 1)
    throw new Failure({
      ...{ code: "ambiguous", message: `${reference} may be several; nothing was approved` },
      candidates: meant.map(({ id }) => id),
    });
  if (!yes) {
    for (const { by, text } of meant) io.tell(`${by} wrote:\n${text}\n`);
    if (!(await askYesNo(io, "Let agents act on this text?")))
      throw new Failure({
        ...{ code: "refused", message: "nothing was approved" },
        try: [`ao issue approve ${reference} --yes`],
      });
  }
  const approved: ApprovalView[] = [];
  for (const { digest } of meant) approved.push(await client.approve({ digest }));
  show(io, { ...asData(approved), lines: (pen) => approved.map((one) => approvedLine(one, pen)) });
}

/** `12`, `#12` and its address stand for `app#12`, `ENG-12` for `app#ENG-12`. */
function isMeant(id: string, reference: string): boolean {
  const name = issueReference(reference);
  return id === name || id.endsWith(`#${name}`);
}

const asData = (texts: readonly ApprovalView[]) => ({
  json: () => texts,
  records: () => texts.map(({ kind, project, id, by, text, digest }) => [kind, project, id, by, text, digest]),
});

const waitingLines = (waiting: readonly ApprovalView[], pen: Pen): readonly Line[] => [
  ...waiting.flatMap((one) => textLines(one, pen)),
  [span("ao issue approve <issue> lets it through", "hint")],
];

const approvedLine = ({ kind, id, by }: ApprovalView, pen: Pen): Line => [
  ...[span(pen.mark("done"), "passed"), span(" "), span(pen.words(id), "id")],
  span(`  what ${pen.words(by)} ${deedOf(kind)} is let through`),
];

const deedOf = (kind: ApprovalView["kind"]): string => (kind === "issue" ? "wrote" : "remarked");

function textLines({ kind, id, by, text }: ApprovalView, pen: Pen): readonly Line[] {
  const words = text.split("\n").flatMap((line) => pen.wrap(line, Math.max(16, pen.width - 2)));
  return [
    [span(pen.words(id), "id"), span(`  ${pen.words(by)} ${deedOf(kind)}`, "hint")],
    ...words.map((line) => indented([span(line)], 2)),
    blank,
  ];
}
