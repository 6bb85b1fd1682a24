/** The repository as emulate's REST interface shows it now, in the form that the GraphQL views read. */
import * as z from "zod";
import type { CheckRun, Comment, Pull, Review, Thread } from "../fakes/github/state.ts";
import type { World } from "../fakes/github/world.ts";
import type { EmulatedApi } from "./emulated-api.ts";

/** What emulate does not keep. */
export type Beside = {
  /** Threads that were resolved. */
  readonly resolved: Set<string>;
  /** Where each pull request is: there it stays at the head it was opened with. */
  readonly heads: Map<number, string>;
  /** What each was merged as: there it is the tree of its head, whatever landed in between. */
  readonly merged: Map<number, string>;
};

const user = z.object({ login: z.string(), type: z.string() });
const label = z.object({ name: z.string() });
const pullShape = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullable(),
  state: z.enum(["open", "closed"]),
  draft: z.boolean(),
  merged_at: z.string().nullable(),
  user,
  labels: z.array(label),
  head: z.object({ ref: z.string(), sha: z.string() }),
  base: z.object({ ref: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
});
const commentShape = z.object({
  id: z.int(),
  body: z.string(),
  user,
  created_at: z.string(),
  path: z.string().optional(),
  line: z.int().nullish(),
  in_reply_to_id: z.int().nullish(),
});
const reviewShape = z.object({
  id: z.int(),
  state: z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED"]),
  body: z.string().nullable(),
  user,
  commit_id: z.string().nullable(),
  submitted_at: z.string().nullable(),
});
const checkShape = z.object({
  id: z.int(),
  name: z.string(),
  head_sha: z.string(),
  status: z.enum(["queued", "in_progress", "completed"]),
  conclusion: z
    .enum(["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"])
    .nullable(),
  output: z.object({ title: z.string().nullable(), summary: z.string().nullable() }),
});

export async function readState(world: World, api: EmulatedApi, beside: Beside): Promise<void> {
  const read = (path: string): Promise<unknown> => api.as("acme", "GET", path);
  const pulls = z.array(pullShape).parse(await read("pulls?state=all&per_page=100"));
  const refs = world.bare.refs();
  for (const { number, state, head } of pulls) {
    const tip = refs.get(`refs/heads/${head.ref}`);
    if (state === "open" && tip !== undefined) beside.heads.set(number, tip);
  }
  const commits = new Set([...refs.values(), ...beside.heads.values()]);
  const found: CheckRun[] = [];
  for (const commit of commits) {
    const { check_runs: runs } = z
      .object({ check_runs: z.array(checkShape) })
      .parse(await read(`commits/${commit}/check-runs?filter=all&per_page=100`));
    found.push(...runs.map(checkOf));
  }
  world.state.checks.splice(0, world.state.checks.length, ...found.toSorted((one, other) => one.id - other.id));
  for (const pull of pulls) {
    const { number } = pull;
    const reviews = z.array(reviewShape).parse(await read(`pulls/${number}/reviews?per_page=100`));
    const remarks = z.array(commentShape).parse(await read(`pulls/${number}/comments?per_page=100`));
    const comments = z.array(commentShape).parse(await read(`issues/${number}/comments?per_page=100`));
    for (const one of [pull, ...reviews, ...remarks, ...comments]) noteUser(world, one.user);
    const talk = { reviews: reviews.map(reviewOf), threads: threadsOf(remarks, beside.resolved) };
    const merge = world.state.pulls.get(number)?.merge ?? null;
    world.state.pulls.set(number, { ...pullOf(pull, beside), ...talk, merge, comments: comments.map(commentOf) });
  }
}

function noteUser({ state }: World, { login, type }: z.output<typeof user>): void {
  if (!state.users.has(login)) state.users.set(login, { login, permission: "none", isBot: type === "Bot" });
}

function pullOf(
  pull: z.output<typeof pullShape>,
  { heads, merged }: Beside,
): Omit<Pull, "reviews" | "threads" | "comments" | "merge"> {
  const { number, title, body, state, draft, head, base, labels, merged_at: mergedAt } = pull;
  const commit = merged.get(number);
  return {
    ...{ number, title, body: body ?? "", state, isDraft: draft, author: pull.user.login, stateReason: null },
    ...{ labels: labels.map(({ name }) => name), assignees: [], blockedBy: [], subIssues: [] },
    ...{ head: head.ref, isFromFork: false, headOid: heads.get(number) ?? head.sha, base: base.ref },
    merged: mergedAt === null || commit === undefined ? null : { commit },
    createdAt: pull.created_at,
    updatedAt: pull.updated_at,
  };
}

const commentOf = ({ id, body, user: { login }, created_at: createdAt }: z.output<typeof commentShape>): Comment => ({
  ...{ id, nodeId: `C_${id}`, body, author: login, createdAt },
});

const reviewOf = (review: z.output<typeof reviewShape>): Review => ({
  ...{ id: review.id, nodeId: `PRR_${review.id}`, author: review.user.login, state: review.state },
  ...{ body: review.body ?? "", commit: review.commit_id ?? "", submittedAt: review.submitted_at ?? "" },
});

function threadsOf(remarks: readonly z.output<typeof commentShape>[], resolved: ReadonlySet<string>): Thread[] {
  const roots = remarks.filter((one) => (one.in_reply_to_id ?? null) === null);
  return roots.map((root) => {
    const id = `PRRT_${root.id}`;
    const comments = [root, ...remarks.filter((one) => one.in_reply_to_id === root.id)].map(commentOf);
    return { id, path: root.path ?? "", line: root.line ?? null, isResolved: resolved.has(id), comments };
  });
}

const checkOf = ({
  id,
  name,
  head_sha: commit,
  status,
  conclusion,
  output,
}: z.output<typeof checkShape>): CheckRun => ({
  ...{ id, name, commit, status, conclusion, run: null, attempt: 1, log: null, failingStep: "", annotations: [] },
  startedAt: "",
  output,
});
