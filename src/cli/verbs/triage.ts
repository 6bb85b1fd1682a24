import type { Command } from "commander";
import { ApiError } from "../../protocol/client/api-error.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { TriageView } from "../../protocol/triage.ts";
import { connect } from "../connect.ts";
import type { Io } from "../render/io.ts";
import { blank, cell, span, type Line, type Pen } from "../render/line.ts";
import { withProgress } from "../render/progress.ts";
import { count } from "../render/quantity.ts";
import { show } from "../show.ts";
import { issueWord } from "../views/session-mark.ts";
import { whichProject } from "../which-project.ts";

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
  const projectId = await whichProject(io, client, project, { undone: "nothing was run", verb: "triage" });
  const asked = { projectId, ...(check === undefined ? {} : { check }) };
  const view = await withProgress(io, "running the checks on the default branch", () => ended(client, asked));
  const groups: Group[] = [];
  for (const group of view.groups) {
    const isWanted = start && group.session === null;
    const session = isWanted ? await started(client, { projectId, issue: group.issue.name }) : group.session;
    groups.push({ ...group, session });
  }
  const { branch, commit, results } = view;
  // A program that reads rows gets none of a base that is green; whoever looks is told all the same.
  if (groups.length === 0 && !io.answer.isTerminal && !io.json) io.tell(headline(view));
  show(io, {
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
async function ended(client: Client, asked: Parameters<Client["triage"]>[0]): Promise<TriageView> {
  for (let run: string | undefined; ;) {
    const view = await client.triage({ ...asked, waitMs: WAIT_MS, ...(run === undefined ? {} : { run }) });
    if (view.state === "done") return view;
    ({ run } = view);
  }
}

/** The daemon may have given it out by itself meanwhile. */
async function started(client: Client, asked: { readonly projectId: string; readonly issue: string }) {
  try {
    return (await client.startSession(asked)).id;
  } catch (error) {
    if (error instanceof ApiError && error.code === "issue_taken") return error.candidates[0] ?? null;
    throw error;
  }
}

function headline({ branch, commit, results }: TriageView): string {
  const ran = results.map(({ check, verdict }) => `${check} ${verdict}`).join(", ");
  return `${branch} at ${commit.slice(0, 7)}: ${ran}.`;
}

function triageLines(view: TriageView, groups: readonly Group[], pen: Pen): readonly Line[] {
  const made = groups.filter(({ isNew }) => isNew).length;
  return [
    ...pen.wrap(headline(view), pen.width).map((line): Line => [span(line)]),
    ...groups.map((group) => groupLine(group, pen)),
    ...(groups.length === 0
      ? []
      : [blank, [span(`${count(made, "new issue")}, ${groups.length - made} known.`)], ...nextLines(groups)]),
  ];
}

/** What is left to do: nothing where sessions work on all of it, or start on it without being asked. */
function nextLines(groups: readonly Group[]): readonly Line[] {
  const idle = groups.filter(({ session }) => session === null);
  const names = idle.map(({ issue }) => issue.name).join(" ");
  if (idle.length === 0) return [[span("Agents work on all of them: ao list", "hint")]];
  return idle.every(({ startsByItself }) => startsByItself)
    ? [[span("auto_assign is on: agents start on them: ao list", "hint")]]
    : [[span(`start them: ao batch ${names}`, "hint")]];
}

function groupLine({ issue, isNew, session }: Group, pen: Pen): Line {
  const note = session === null ? (isNew ? "" : "  known") : `  ${session}`;
  return [
    span(pen.mark("failed"), "failed"),
    span(" "),
    cell(issueWord(issue.name), 5, "id"),
    span(" "),
    span(pen.cut(issue.title, Math.max(16, pen.width - 9 - note.length))),
    span(note, "hint"),
  ];
}
