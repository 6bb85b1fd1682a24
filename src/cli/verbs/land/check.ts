import type { Command } from "commander";
import type { ChangeDetailView } from "../../../protocol/change/change.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { ProjectView } from "../../../protocol/project.ts";
import { connect } from "../../daemon/connect.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { createSpan } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { checkLines } from "../../views/change/change.ts";
import { formatChangeAction } from "../../views/change/change-action.ts";
import { findProjectHere, chooseProject } from "../../input/choose-project.ts";
import { WrongUse } from "../../run/wrong-use.ts";
import { toChangeRecord } from "./change.ts";

export const examples = [
  ["ao check app-7", "run the checks on its head again, also those that passed"],
  ["ao check 18 --no-wait", "only request it; follow it with ao change show 18"],
  ["ao check --base", "the same on the default branch"],
] as const;

type CheckOptions = { readonly wait: boolean; readonly base?: boolean; readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("[change]", "a session, or 18, #18, an id")
    .option("--base", "the default branch, in place of a change")
    .option("--no-wait", "do not wait for the results")
    .option("--project <id>", "default: the project in the current directory")
    .action((reference: string | undefined, options: CheckOptions) => check(io, reference, options));
}

function check(io: Io, reference: string | undefined, options: CheckOptions): Promise<void> {
  const { base = false } = options;
  if (base && reference === undefined) return checkBase(io, options);
  if (!base && reference !== undefined) return checkChange(io, reference, options);
  const problem = base ? "give either a change or --base, not both" : "name a session or a change, or give --base";
  throw new WrongUse(`${problem}; nothing was run`, { try: ["ao check SESSION", "ao check --base"] });
}

async function checkChange(io: Io, reference: string, { wait, project }: CheckOptions): Promise<void> {
  const client = await connect(io);
  const here = await findProjectHere(io, client, { named: project, reference });
  const asked = await client.checkChange({ id: reference, ...here });
  const change = wait ? await io.interruptible((signal) => waitForChecks(io, client, asked, signal)) : asked;
  showAnswer(io, {
    json: () => change,
    records: () => [toChangeRecord(change)],
    lines: (pen) => [
      ...formatChangeAction(wait ? "was checked" : "is being checked", change, pen),
      ...(wait ? checkLines(change, pen) : []),
    ],
  });
  const failed = change.checkResults.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);
  if (wait && failed.length > 0)
    throw reportFailure(`${failed.join(", ")} failed on ${change.head.slice(0, 7)}`, change);
}

const reportFailure = (message: string, { session, name }: ChangeDetailView): CliFailure =>
  new CliFailure({ code: "checks_failed", message, try: [`ao why ${session ?? name}`] });

const LOOK_EVERY_MS = 250;
/** States of a change whose checks have not all spoken. */
const UNFINISHED = ["checking", "rerun", "infrastructure", "publishing"];

/** Until every check has spoken; Ctrl-C leaves them running. */
async function waitForChecks(
  io: Io,
  client: Client,
  asked: ChangeDetailView,
  signal: AbortSignal,
): Promise<ChangeDetailView> {
  const target = { id: asked.id, projectId: asked.project };
  return runWithProgress(io, "running checks", async ({ say }) => {
    for (let change = asked; ; change = await client.change(target)) {
      if (!UNFINISHED.includes(change.code) || signal.aborted) return change;
      say(change.why);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
}

async function checkBase(io: Io, { wait, project: named }: CheckOptions): Promise<void> {
  const client = await connect(io);
  const id = await chooseProject(io, client, named, { undone: "nothing was run", verb: "check --base" });
  const asked = await client.checkBase({ id });
  const project = wait ? await io.interruptible((signal) => waitForBaseChecks(io, client, asked, signal)) : asked;
  const { base, defaultBranch } = project;
  showAnswer(io, {
    json: () => project,
    records: () => [[project.id, defaultBranch, base]],
    lines: (pen) =>
      base === "red"
        ? []
        : [
            [
              createSpan(pen.mark(base === "green" ? "done" : "dot")),
              createSpan(` ${defaultBranch} ${describeBase(base, project.baseDetail)}`),
            ],
          ],
  });
  if (base === "red" && wait)
    throw new CliFailure({
      code: "checks_failed",
      message: `checks fail on ${defaultBranch} of ${project.id}${project.baseDetail === null ? "" : `: ${project.baseDetail}`}`,
      try: [`ao triage --project ${project.id}`],
    });
}

const baseWords = {
  green: "is green",
  checking: "is being checked",
  unchecked: "was not checked: no check passed or failed on it",
  unknown: "could not be checked",
} as const;

function describeBase(base: keyof typeof baseWords, detail: string | null): string {
  if (base !== "unknown") return baseWords[base];
  return `${baseWords.unknown}: ${detail ?? "ao doctor"}`;
}

async function waitForBaseChecks(
  io: Io,
  client: Client,
  asked: ProjectView,
  signal: AbortSignal,
): Promise<ProjectView> {
  return runWithProgress(io, `running checks on ${asked.defaultBranch}`, async ({ say }) => {
    for (let project = asked; ; project = await reread(client, project)) {
      if (project.base !== "checking" || signal.aborted) return project;
      if (project.baseDetail !== null) say(project.baseDetail);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  });
}

async function reread(client: Client, { id }: ProjectView): Promise<ProjectView> {
  const project = (await client.listProjects({})).find((one) => one.id === id);
  if (project === undefined)
    throw new CliFailure({ code: "not_found", message: `project ${id} was removed meanwhile` });
  return project;
}
