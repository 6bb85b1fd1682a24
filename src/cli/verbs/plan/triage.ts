import type { Command } from "commander";
import { ApiError } from "../../../protocol/client/api-error.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { TriageView } from "../../../protocol/change/triage.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { blank, createCell, createSpan, type Line, type Pen } from "../../render/line.ts";
import { runWithProgress } from "../../render/progress.ts";
import { count } from "../../render/quantity.ts";
import { showAnswer } from "../../show.ts";
import { nameIssue } from "../../views/session/session-mark.ts";
import { chooseProject } from "../../input/choose-project.ts";

export const examples = [
  ["ao triage", "run the checks on the default branch; an issue for each cause of failure"],
  ["ao triage --check lint", "one check only"],
  ["ao triage --start", "and a session for each issue that has none"],
] as const;

type TriageOptions = { readonly check?: string; readonly start?: boolean; readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .option("--check <name>", "only this check")
    .option("--start", "start a session for each issue that has none")
    .option("--project <id>", "default: the project in the current directory")
    .action((options: TriageOptions) => triage(io, options));
}

type Group = TriageView["groups"][number];

async function triage(io: Io, { check, start = false, project }: TriageOptions): Promise<void> {
  const client = await connect(io);
  const projectId = await chooseProject(io, client, project, { undone: "nothing was run", verb: "triage" });
  const asked = { projectId, ...(check === undefined ? {} : { check }) };
  const view = await runWithProgress(io, "running the checks on the default branch", () =>
    waitUntilEnded(client, asked),
  );
  const groups: Group[] = [];
  for (const group of view.groups) {
    const isWanted = start && group.session === null;
    const session = isWanted ? await startSession(client, { projectId, issue: group.issue.name }) : group.session;
    groups.push({ ...group, session });
  }
  const { branch, commit, results } = view;
  // A program that reads rows gets none of a base that is green; whoever looks is told all the same.
  if (groups.length === 0 && !io.answer.isTerminal && !io.json) io.tell(formatHeadline(view));
  showAnswer(io, {
    json: () => ({ branch, commit, results, groups }),
    records: () =>
      groups.map(({ check: of, issue, isNew, session }) => [
        ...[issue.id, isNew ? "new" : "known", of, issue.title, session],
      ]),
    lines: (pen) => triageLines(view, groups, pen),
  });
}

const WAIT_MS = 20_000;

/** Checks take their time; each answer says which run it speaks of. */
async function waitUntilEnded(client: Client, asked: Parameters<Client["triage"]>[0]): Promise<TriageView> {
  for (let run: string | undefined; ;) {
    const view = await client.triage({ ...asked, waitMs: WAIT_MS, ...(run === undefined ? {} : { run }) });
    if (view.state === "done") return view;
    ({ run } = view);
  }
}

/** The daemon may have given it out by itself meanwhile. */
async function startSession(client: Client, asked: { readonly projectId: string; readonly issue: string }) {
  try {
    return (await client.startSession(asked)).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === "issue_taken") return error.candidates[0] ?? null;
    throw error;
  }
}

function formatHeadline({ branch, commit, results }: TriageView): string {
  const ran = results.map(({ check, verdict }) => `${check} ${verdict}`).join(", ");
  return `${branch} at ${commit.slice(0, 7)}: ${ran}.`;
}

function triageLines(view: TriageView, groups: readonly Group[], pen: Pen): readonly Line[] {
  const made = groups.filter(({ isNew }) => isNew).length;
  return [
    ...pen.wrap(formatHeadline(view), pen.width).map((line): Line => [createSpan(line)]),
    ...groups.map((group) => groupLine(group, pen)),
    ...(groups.length === 0
      ? []
      : [blank, [createSpan(`${count(made, "new issue")}, ${groups.length - made} known.`)], ...formatNext(groups)]),
  ];
}

/** What is left to do: nothing where sessions work on all of it, or start on it without being asked. */
function formatNext(groups: readonly Group[]): readonly Line[] {
  const idle = groups.filter(({ session }) => session === null);
  const names = idle.map(({ issue }) => issue.name).join(" ");
  if (idle.length === 0) return [[createSpan("Agents work on all of them: ao list", "hint")]];
  return idle.every(({ startsByItself }) => startsByItself)
    ? [[createSpan("auto_assign is on: agents start on them: ao list", "hint")]]
    : [[createSpan(`start them: ao batch ${names}`, "hint")]];
}

function groupLine({ issue, isNew, session }: Group, pen: Pen): Line {
  const note = session === null ? (isNew ? "" : "  known") : `  ${session}`;
  return [
    createSpan(pen.mark("failed"), "failed"),
    createSpan(" "),
    createCell(nameIssue(issue.name), 5, "id"),
    createSpan(" "),
    createSpan(pen.cut(issue.title, Math.max(16, pen.width - 9 - note.length))),
    createSpan(note, "hint"),
  ];
}
