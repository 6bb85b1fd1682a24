import type { Command } from "commander";
import type { ChangeDetailView, ChangeSummaryView } from "../../../protocol/change/change.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { defineActions, type VerbAction } from "../../run/actions.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { runWithProgress } from "../../render/progress.ts";
import type { Field } from "../../render/records.ts";
import { showAnswer } from "../../show.ts";
import { formatChange, formatChanges } from "../../views/change/change.ts";
import { warnOfUnread } from "../../warn-of-unread.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ["ao change", "the open ones, and what each waits for"],
  ["ao change list --all", "those that landed or were closed, too"],
  ["ao change show 18", "checks with what failed, reviews, threads, what policy says"],
  ["ao change show app-7", "the change of a session"],
  ["ao change ready 18", "a draft may land from now on"],
] as const;

export function define(command: Command, io: Io): void {
  defineActions(command, io, [listAction(io), showAction(io), createReadyAction(io)], () => list(io, {}));
}

type ListOptions = { readonly all?: boolean; readonly project?: string };

const listAction = (io: Io): VerbAction => ({
  usage: "list [--all]",
  summary: "show the open changes, and what each waits for",
  examples: [["ao change list --all", "those that landed or were closed, too"]],
  define: (command) =>
    void command
      .option("-a, --all", "those that landed or were closed, too")
      .option("--project <id>", "only this project's")
      .action((options: ListOptions) => list(io, options)),
});

async function list(io: Io, { all = false, project }: ListOptions): Promise<void> {
  const client = await connect(io);
  await warnOfUnread(io, client, { of: "changes", project });
  const changes = await runWithProgress(io, "asking the forge", () =>
    client.listChanges({ ...(all ? { all } : {}), ...(project === undefined ? {} : { project }) }, READ),
  );
  showAnswer(io, {
    json: () => changes,
    records: () => changes.map(toChangeRecord),
    lines: (pen) => formatChanges(changes, all, pen),
  });
}

/** id, state, title, session, head, checks passed, failed and all, approvals, open threads, sentence. */
export function toChangeRecord(change: ChangeSummaryView): readonly Field[] {
  const { id, state, title, session, head, checks, approvals, threadsOpen, why } = change;
  return [
    id,
    state,
    title,
    session,
    head,
    checks.passed,
    checks.failed,
    checks.of,
    approvals.join(","),
    threadsOpen,
    why,
  ];
}

const showAction = (io: Io): VerbAction =>
  createActionOnOne(io, {
    verb: "show",
    summary: "show one change: checks, reviews, threads, policy",
    ask: (client, input) => client.change(input, READ),
  });

const createReadyAction = (io: Io): VerbAction =>
  createActionOnOne(io, {
    verb: "ready",
    summary: "call a draft ready: from then on it may land",
    ask: (client, input) => client.readyChange(input),
  });

type OnOne = {
  readonly verb: string;
  readonly summary: string;
  readonly ask: (client: Client, input: Parameters<Client["readyChange"]>[0]) => Promise<ChangeDetailView>;
};

/** Names one change, and shows how it is then. */
const createActionOnOne = (io: Io, { verb, summary, ask }: OnOne): VerbAction => ({
  usage: `${verb} SESSION|CHANGE`,
  summary,
  examples: [[`ao change ${verb} 18`, `also by its session: ao change ${verb} app-7`]],
  define: (command) =>
    void command
      .argument("<change>", "18, #18, an id, or a session")
      .option("--project <id>", "default: the project in the current directory")
      .action(async (reference: string, { project }: { readonly project?: string }) => {
        const client = await connect(io);
        const here = await findProjectHere(io, client, { named: project, reference });
        showOne(io, await ask(client, { id: reference, ...here }));
      }),
});

function showOne(io: Io, change: ChangeDetailView): void {
  showAnswer(io, {
    json: () => change,
    records: () => [
      toChangeRecord(change),
      ...change.checkResults.map(({ name, verdict, evidence }) => ["check", name, verdict, evidence]),
      ...change.threads.map(({ id, open, path, line }) => ["thread", id, open ? "open" : "settled", path, line]),
      ...change.reasons.map(({ name, ok, text }) => ["reason", name, ok === false ? "not_fulfilled" : "ok", text]),
    ],
    lines: (pen) => formatChange(change, io.now(), pen),
  });
}
