import type { Command } from "commander";
import { ApiError } from "../../../protocol/client/api-error.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { PlannedTaskView, PlanView } from "../../../protocol/issue/plan.ts";
import { AlreadyReported } from "../../run/already-reported.ts";
import { askYesNo } from "../../input/ask.ts";
import { connect } from "../../daemon/connect.ts";
import { CliFailure } from "../../render/failure.ts";
import type { Io } from "../../render/io.ts";
import { count } from "../../render/quantity.ts";
import { runWithProgress } from "../../render/progress.ts";
import { showAnswer } from "../../show.ts";
import { planLines } from "../../views/session/plan.ts";
import { nameIssue } from "../../views/session/session-mark.ts";
import { chooseProject } from "../../input/choose-project.ts";
import { READ } from "../look/list.ts";

export const examples = [
  ["ao plan", "the open issues: order, dependencies, overlap, specialist"],
  ["ao plan --accept", "and start what may begin now; what comes after one of those waits for it"],
  ["ao plan --json", "the same as data; nothing is started"],
] as const;

type PlanOptions = { readonly accept?: boolean; readonly project?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("[goal...]", "default: the tracker's open issues")
    .option("--accept", "start it without asking")
    .option("--project <id>", "default: the project in the current directory")
    .action((goal: readonly string[], options: PlanOptions) => plan(io, goal.join(" "), options));
}

async function plan(io: Io, goal: string, { accept = false, project }: PlanOptions): Promise<void> {
  if (goal !== "") throw refuseGoals();
  const client = await connect(io);
  const id = await chooseProject(io, client, project, { undone: "nothing was planned", verb: "plan" });
  const view = await client.plan({ project: id }, READ);
  showAnswer(io, {
    json: () => view,
    records: () =>
      view.tasks.map((task) => [
        ...[task.id, task.wave, task.title, task.after.join(" "), task.specialist ?? task.agent, task.session],
        task.overlaps.map(({ with: other, paths }) => `${other}: ${paths.join(" ")}`).join("; "),
      ]),
    lines: (pen) => planLines(view, pen),
  });
  const wanted = listStartable(view);
  const isAsked = io.answer.isTerminal && !io.json;
  if (wanted.length === 0 || (!accept && !isAsked)) return;
  // What the daemon gives out by itself needs no yes.
  if (!accept && (view.autoAssign || !(await askYesNo(io, `Start ${count(wanted.length, "session")}?`)))) return;
  await startAll(io, client, { projectId: view.project, tasks: wanted });
}

/** A goal is broken down by an agent that plans; nothing here guesses. */
const refuseGoals = (): CliFailure =>
  new CliFailure({
    code: "no_planner",
    message: "nothing was planned: a goal needs an orchestrator agent, which is not part of this version",
    facts: ["without a goal the tracker's open issues are planned"],
    try: ['ao issue new "The first step"', "ao plan"],
  });

/** What may begin now, and what waits for one of those only. With several before it, nobody knows which lands last. */
function listStartable({ tasks, autoAssign }: PlanView): readonly PlannedTaskView[] {
  const first = tasks.filter(({ wave, session }) => wave === 1 && session === null);
  // By itself the daemon gives out what comes later when its time has come.
  if (autoAssign) return first;
  const begun = new Set(tasks.filter(({ wave, session }) => wave === 1 || session !== null).map(({ name }) => name));
  const later = tasks.filter(({ wave, session, after }) => {
    const [only, ...others] = after;
    const follows = wave !== null && session === null && only !== undefined && others.length === 0 && begun.has(only);
    return follows;
  });
  return [...first, ...later];
}

type Starting = { readonly projectId: string; readonly tasks: readonly PlannedTaskView[] };

async function startAll(io: Io, client: Client, { projectId, tasks }: Starting): Promise<void> {
  let failed = 0;
  for (const { name, after } of tasks) {
    const before = after[0] === undefined ? {} : { after: after[0] };
    const said = await runWithProgress(io, `starting ${nameIssue(name)}`, () =>
      startSession(client, { projectId, issue: name, ...before }),
    );
    if (!said.ok) failed += 1;
    io.tell(`${nameIssue(name)}  ${said.text}`);
  }
  if (failed > 0) throw new AlreadyReported("not every session was started");
}

async function startSession(client: Client, asked: Parameters<Client["startSession"]>[0]) {
  try {
    return { ok: true, text: (await client.startSession(asked)).id };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "issue_taken") return { ok: true, text: `${error.candidates[0] ?? ""} works on it` };
    return { ok: false, text: error.message };
  }
}
