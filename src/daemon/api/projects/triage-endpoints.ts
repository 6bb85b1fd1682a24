/** `ao triage`: checks may run for long, so the answer names the run, and is asked for again until it is done. */
import { setTimeout as delay } from "node:timers/promises";
import { issueId } from "../../../domain/model/ids.ts";
import { addCheckCommand } from "../../../domain/words/sentence.ts";
import type { TriageView } from "../../../protocol/change/triage.ts";
import type { DaemonContext } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { findBase, triage, type Triaged, type TriageRun } from "../../triage/triage.ts";
import { stripProject } from "../issues/without-project.ts";
import { getIssueEditor, requireValue, openProject } from "../issues/find-issue.ts";

type Running = { readonly asked: TriageRun; readonly end: ReturnType<typeof triage> };

/** Those that nobody asked for again are forgotten, the oldest first. */
const RUNS_KEPT = 20;

export function triageEndpoints(context: DaemonContext) {
  const runs = new Map<string, Running>();
  return {
    triage: {
      kind: "deed",
      isSecret: true,
      act: async ({ projectId, check, run, waitMs = 0 }) => {
        const known = run === undefined ? undefined : runs.get(run);
        const running = known ?? begin(context, { projectId, check, run });
        runs.set(running.asked.run, running);
        for (const old of [...runs.keys()].slice(0, -RUNS_KEPT)) runs.delete(old);
        const ended = await Promise.race([running.end, delay(waitMs, null, { ref: false })]);
        return toTriageView(context, running.asked, ended === null ? null : requireValue(ended));
      },
    },
  } satisfies Partial<Endpoints>;
}

type Wish = {
  readonly projectId: string | undefined;
  readonly check: string | undefined;
  readonly run: string | undefined;
};

function begin(context: DaemonContext, { projectId, check, run = context.newId() }: Wish): Running {
  const opened = openProject(context, projectId);
  const { project } = opened;
  getIssueEditor(opened);
  const names = project.rules.checks.filter((name) => check === undefined || name === check);
  if (project.rules.checks.length === 0)
    throw refuse("conflict", `nothing was run: ${project.id} has no checks`, { try: addCheckCommand(project.id) });
  if (names.length === 0)
    throw refuse("not_found", `nothing was run: ${project.id} has no check ${check ?? ""}`, {
      candidates: [...project.rules.checks],
    });
  const base = findBase(context, project);
  if (base === null) throw refuse("unavailable", `nothing was run: the branch of ${project.id} was not looked at yet`);
  const asked = { project, base, names, run };
  return { asked, end: triage(context, asked) };
}

function toTriageView(
  { store }: DaemonContext,
  { project, base, run }: TriageRun,
  triaged: Triaged | null,
): TriageView {
  return {
    run,
    state: triaged === null ? "running" : "done",
    branch: base.branch,
    commit: base.commit,
    results: (triaged?.results ?? []).map(({ name, verdict }) => ({ check: name, verdict })),
    groups: (triaged?.written ?? []).map(({ group, issue, isNew }) => ({
      check: group.check,
      fingerprint: group.fingerprint,
      tests: [...group.tests],
      issue: { id: issue, name: stripProject(issue, project.id), title: group.title },
      isNew,
      session: store.sessions.liveOfIssue(project.id, issueId(issue))[0] ?? null,
      startsByItself: isNew && project.rules.autoAssign && project.rules.autonomy !== "observe",
    })),
  };
}
