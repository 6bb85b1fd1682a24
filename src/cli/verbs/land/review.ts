import type { Command } from "commander";
import type { ChangeDetailView, NewReviewRequest } from "../../../protocol/change/change.ts";
import { collectValues } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import { refuseAgents } from "../../run/not-by-agents.ts";
import type { Io } from "../../render/io.ts";
import { showAnswer } from "../../show.ts";
import { formatChangeAction } from "../../views/change/change-action.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { toChangeRecord } from "./change.ts";

export const examples = [
  ["ao review app-7 --approve", "approve the current head"],
  ['ao review app-7 --request-changes -m "Please add a test"', "its agent is told"],
  ['ao review 18 --request-changes --comment "src/api.ts:12:Name the limit"', "at a line; may be repeated"],
  ['ao review 18 --comment "src/api.ts:30:Why not 60?"', "only a question: asks for no changes, but for an answer"],
  ['ao review 18 --reply "2:Still the wrong way round"', "in thread 2, which is open again then"],
  ["ao review 18 --resolve 2", "thread 2 is settled"],
] as const;

type ReviewOptions = {
  readonly approve?: boolean;
  readonly requestChanges?: boolean;
  readonly message?: string;
  readonly comment?: readonly string[];
  readonly reply?: readonly string[];
  readonly resolve?: readonly string[];
  readonly head?: string;
  readonly project?: string;
};

export function define(command: Command, io: Io): void {
  command
    .argument("<change>", "a session, or 18, #18, an id")
    .option("--approve", "approve the change")
    .option("--request-changes", "it may not land before they are made")
    .option("-m, --message <text>", "what you think of it as a whole")
    .option("--comment <file:line:text>", "at a line; may be repeated", collectValues)
    .option("--reply <thread:text>", "answer in a thread; may be repeated", collectValues)
    .option("--resolve <thread>", "settle a thread; may be repeated", collectValues)
    .option("--head <commit>", "what you looked at; refused when there is a newer one")
    .option("--project <id>", "default: the project in the current directory")
    .action((reference: string, options: ReviewOptions) => review(io, reference, options));
}

async function review(io: Io, reference: string, options: ReviewOptions): Promise<void> {
  const said = toReview(reference, options);
  const replies = toReplies(options);
  if (said === null && replies.length === 0)
    throw new WrongUse("nothing was said about the change; no review was written", {
      try: [`ao review ${reference} --approve`, `ao review ${reference} --request-changes -m "Please add a test"`],
    });
  refuseAgents(io, "no review was written");
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: options.project, reference });
  const target = { id: reference, ...here };
  let change: ChangeDetailView | null = null;
  for (const reply of replies) change = await client.replyThread({ ...target, ...reply });
  if (said !== null) change = await client.reviewChange({ ...target, ...said, ...(await seenHead()) });
  const shown = change;
  if (shown === null) return;
  showAnswer(io, {
    json: () => shown,
    records: () => [toChangeRecord(shown)],
    lines: (pen) => formatChangeAction(describeReview(said), shown, pen),
  });

  /** What was looked at may be an older head by now: then nothing is approved unseen. */
  async function seenHead(): Promise<{ readonly head?: string }> {
    if (options.head === undefined) return {};
    const { head } = await client.change(target);
    if (head.startsWith(options.head)) return { head };
    throw new WrongUse(`${reference} is at ${head.slice(0, 7)} by now; no review was written`, {
      try: [`ao diff ${reference}`],
    });
  }
}

function describeReview(said: NewReviewRequest | null): string {
  if (said === null) return "has your reply";
  const comments = said.comments?.length ?? 0;
  const at = comments === 0 ? "" : ` with ${comments} line ${comments === 1 ? "comment" : "comments"}`;
  if (said.verdict === "approved") return `approved${at}`;
  return said.verdict === "changes_requested" ? `sent back${at}` : `commented on${at}`;
}

function toReview(reference: string, options: ReviewOptions): NewReviewRequest | null {
  const { message, comment = [] } = options;
  const verdict = toVerdict(reference, options);
  if (verdict === "commented" && message === undefined && comment.length === 0) return null;
  return {
    verdict,
    ...(message === undefined ? {} : { text: message }),
    ...(comment.length === 0 ? {} : { comments: comment.map(toComment) }),
  };
}

function toVerdict(reference: string, { approve = false, requestChanges = false }: ReviewOptions) {
  if (approve && requestChanges)
    throw new WrongUse("--approve and --request-changes exclude each other; no review was written", {
      try: [`ao review ${reference} --approve`],
    });
  return approve ? "approved" : requestChanges ? "changes_requested" : "commented";
}

function toComment(text: string) {
  const [, path = "", line = "", words = ""] = /^(.+?):(\d+):\s*(.+)$/s.exec(text) ?? [];
  if (path !== "" && Number(line) > 0) return { path, line: Number(line), text: words };
  throw new WrongUse(`--comment takes FILE:LINE:TEXT, not ${JSON.stringify(text)}; no review was written`, {
    try: ['ao review 18 --comment "src/api.ts:12:Name the limit"'],
  });
}

type Reply = { readonly thread: string; readonly text?: string; readonly resolve?: boolean };

function toReplies({ reply = [], resolve = [] }: ReviewOptions): readonly Reply[] {
  const answers = reply.map((text): Reply => {
    const [, thread = "", words = ""] = /^([^\s:]+):\s*(.+)$/s.exec(text) ?? [];
    if (thread !== "") return { thread, text: words, ...(resolve.includes(thread) ? { resolve: true } : {}) };
    throw new WrongUse(`--reply takes THREAD:TEXT, not ${JSON.stringify(text)}; nothing was written`, {
      try: ['ao review 18 --reply "2:Still open"'],
    });
  });
  const settled = resolve.filter((thread) => !answers.some((answer) => answer.thread === thread));
  return [...answers, ...settled.map((thread) => ({ thread, resolve: true }))];
}
