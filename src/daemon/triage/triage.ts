/** Runs the checks on the default branch, and makes issues of what fails there. */
import { fingerprintFailures, type CheckResult } from "../../domain/checks/check.ts";
import type { CommitSha, TreeSha } from "../../domain/model/ids.ts";
import type { IssueEditor } from "../../slots/issue-editor.ts";
import { failed, ok, type SlotResult } from "../../slots/result.ts";
import type { DaemonContext, RegisteredProject } from "../context.ts";
import { identifyPerson } from "../api/person.ts";
import { groupFailures } from "./failure-groups.ts";
import { writeIssues, type WrittenIssue } from "./write-issues.ts";

export type TriageRun = {
  readonly project: RegisteredProject;
  readonly base: { readonly branch: string; readonly commit: CommitSha; readonly tree: TreeSha };
  readonly names: readonly string[];
  readonly run: string;
};

export type Triaged = { readonly results: readonly CheckResult[]; readonly written: readonly WrittenIssue[] };

/** Null: its branch was not looked at yet. */
export function findBase({ store }: Pick<DaemonContext, "store">, { id }: RegisteredProject): TriageRun["base"] | null {
  const { branch, head, tree } = store.projects.get(id)?.base ?? { branch: "", head: null, tree: null };
  return head === null || tree === null ? null : { branch, commit: head, tree };
}

/** Asked again with the same `run`, it goes on where it was. */
export async function triage(context: DaemonContext, asked: TriageRun): Promise<Answer<Triaged>> {
  const { project, base, names, run } = asked;
  const slots = context.slotsOf(project.id);
  const editor = slots?.tracker.desk;
  if (slots === undefined || editor === undefined)
    return failed("refused", `the issues of ${project.id} cannot be written here`);
  const of = { kind: "base", project: project.id, tree: base.tree } as const;
  const ran = await slots.checks.run({ runId: `triage:${run}`, project: project.id, of, names });
  if (!ran.ok && ran.error.code === "cancelled") return failed("unavailable", "the checks were called off");
  if (!ran.ok) return failed("unavailable", ran.error.message);
  if (hasHealed(context, asked, ran.value)) {
    const command = { kind: "check_base", project: project.id } as const;
    context.engine.take([{ news: { kind: "command_given", by: { kind: "ao", part: "triage" }, command } }]);
  }
  const written = await writeAbout(editor, asked, ran.value);
  return written.ok ? ok({ results: ran.value, written: written.value }) : written;
}

/** It passes everything on a tree that is known to fail: whoever waits for the base need not wait for its next look. */
function hasHealed(
  { store }: DaemonContext,
  { project, base, names }: TriageRun,
  results: readonly CheckResult[],
): boolean {
  const known = store.projects.get(project.id)?.base;
  const isWhole = project.rules.checks.every((name) => names.includes(name));
  const passes = results.every(({ verdict }) => verdict === "passed");
  return known?.health.kind === "red" && known.tree === base.tree && isWhole && passes;
}

type Answer<T> = SlotResult<T, "gone" | "key_reused">;

async function writeAbout(
  editor: IssueEditor,
  { project, base, run }: Omit<TriageRun, "names">,
  results: readonly CheckResult[],
): Promise<Answer<readonly WrittenIssue[]>> {
  // The person asked for it, by a command or by a setting.
  const by = await identifyPerson(project.path);
  return writeIssues({ desk: editor, by, key: run, at: base }, groupFailures(results, base.branch));
}

/** `triage: { auto: true }`: once for each red of the base that a person was told of. Called after every commit. */
export function createAutoTriage(context: DaemonContext): () => void {
  const done = new Map<string, string>();
  return () => {
    for (const project of context.projects.all().filter(({ settings }) => settings.triageAuto)) {
      const known = context.store.projects.get(project.id)?.base;
      const base = findBase(context, project);
      const editor = context.slotsOf(project.id)?.tracker.desk;
      if (known?.health.kind !== "red" || known.toldRed.length === 0 || base === null || editor === undefined) continue;
      const run = `auto:${base.commit}:${fingerprintFailures(known.health.failed)}`;
      if (done.get(project.id) === run) continue;
      done.set(project.id, run);
      writeAbout(editor, { project, base, run }, known.health.failed)
        .then((written) => {
          if (!written.ok) context.log.warn({ project: project.id, error: written.error }, "triage wrote no issues");
        })
        .catch((error: unknown) => context.log.error({ project: project.id, error }, "triage failed"));
    }
  };
}
