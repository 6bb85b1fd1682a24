/** What each of GitLab's states means here. Nothing that GitLab may add one day is taken for green. */
import type { Verdict } from "../../../domain/checks/check.ts";
import type { NamedCheck } from "../../remote/forge/checks/results.ts";
import type { Part } from "../client.ts";
import type { ReadStatus } from "./parse-job.ts";

const verdicts: Readonly<Record<string, Verdict>> = {
  success: "passed",
  failed: "failed",
  canceled: "cancelled",
  skipped: "skipped",
  // A person has to press a button: until then nothing is known.
  manual: "running",
  created: "running",
  waiting_for_resource: "running",
  waiting_for_callback: "running",
  preparing: "running",
  pending: "running",
  running: "running",
  scheduled: "running",
  canceling: "running",
};

/** What may fail, and what nobody has to start, neither helps nor hinders. */
export function judgeStatus({ status, allow_failure: mayFail }: Pick<ReadStatus, "status" | "allow_failure">): Verdict {
  if (mayFail === true && (status === "failed" || status === "manual")) return "skipped";
  return verdicts[status] ?? "infrastructure";
}

/** `of`: the job or status; null: the pipeline itself, which had none. */
export type NamedStatus = NamedCheck & { readonly of: ReadStatus | { readonly pipeline: number } };

/** Of each name the newest: a job that was run again, or in another pipeline of the same commit. */
export function nameStatuses({ items, isCut }: Part<ReadStatus>): readonly NamedStatus[] {
  const newest = new Map<string, ReadStatus>();
  for (const one of items) if ((newest.get(one.name)?.id ?? 0) <= one.id) newest.set(one.name, one);
  const named = [...newest.values()].map((of) => ({ name: of.name, id: of.id, verdict: judgeStatus(of), of }));
  return isCut ? [...named, UNREAD] : named;
}

/** Stands for those that were not read: any of them may be red. */
const UNREAD: NamedStatus = {
  ...{ name: "checks that are not read", id: null, verdict: "infrastructure" },
  of: { id: 0, name: "", status: "", description: "There are more than are read here." },
};
