import { executed, obeyOn } from "./quick-actions.ts";
import type { Discussion, Merge, Note } from "./state.ts";
import {
  created,
  found,
  invalid,
  missing,
  unauthorized,
  userView,
  type Answer,
  type Call,
  type Route,
} from "./rest-answer.ts";
import { pipelineView, statusOf } from "./rest-pipelines.ts";
import type { World } from "./world.ts";

const PROJECT = 7;
const FORK = 8;
const route = (rest: string): RegExp => new RegExp(String.raw`^merge_requests${rest}$`);

async function on(call: Call, handle: (merge: Merge) => Promise<Answer> | Answer): Promise<Answer> {
  const merge = call.world.merges.find(({ iid }) => iid === Number(call.params[0]));
  return merge === undefined ? missing : handle(merge);
}

const ONE = String.raw`\/(\d+)`;

export const mergeRoutes: readonly Route[] = [
  ["GET", route(""), list],
  ["POST", route(""), opened],
  ["GET", route(ONE), (call) => on(call, async (merge) => found(await singleView(call.world, merge)))],
  ["PUT", route(ONE), (call) => on(call, (merge) => edited(call, merge))],
  ["PUT", route(String.raw`${ONE}\/merge`), (call) => on(call, (merge) => accepted(call, merge))],
  ["POST", route(String.raw`${ONE}\/approve`), (call) => on(call, (merge) => approved(call, merge))],
  [
    "GET",
    route(String.raw`${ONE}\/approvals`),
    (call) =>
      on(call, ({ approvedBy }) => found({ approved_by: approvedBy.map((user) => ({ user: userView(user) })) })),
  ],
  [
    "GET",
    route(String.raw`${ONE}\/reviewers`),
    (call) =>
      on(call, ({ reviewers }) => found([...reviewers].map(([user, state]) => ({ user: userView(user), state })))),
  ],
  [
    "GET",
    route(String.raw`${ONE}\/approval_state`),
    (call) =>
      on(call, ({ approvedBy }) => {
        const rule = { id: 1, name: "All Members", rule_type: "any_approver", approvals_required: 1 };
        return found({ rules: [{ ...rule, approved: approvedBy.length > 0, approved_by: approvedBy.map(userView) }] });
      }),
  ],
  [
    "GET",
    route(String.raw`${ONE}\/notes`),
    (call) => on(call, ({ discussions }) => found(discussions.flatMap(({ notes }) => notes.map(noteView)))),
  ],
  [
    "GET",
    route(String.raw`${ONE}\/versions`),
    (call) =>
      on(call, ({ versions }) =>
        found(versions.map(({ sha, at }) => ({ head_commit_sha: sha, created_at: at })).toReversed()),
      ),
  ],
  [
    "GET",
    route(String.raw`${ONE}\/discussions`),
    (call) => on(call, ({ discussions }) => found(discussions.map(discussionView))),
  ],
  ["POST", route(String.raw`${ONE}\/discussions`), (call) => on(call, (merge) => discussed(call, merge))],
  [
    "GET",
    route(String.raw`${ONE}\/discussions\/([0-9a-f]+)`),
    (call) => onDiscussion(call, (_merge, discussion) => found(discussionView(discussion))),
  ],
  [
    "PUT",
    route(String.raw`${ONE}\/discussions\/([0-9a-f]+)`),
    (call) =>
      onDiscussion(call, (merge, discussion) => {
        if (!discussion.notes.some(({ isResolvable }) => isResolvable)) return invalid("it cannot be resolved");
        call.world.resolve(merge, discussion, call.body["resolved"] === true);
        return found(discussionView(discussion));
      }),
  ],
  [
    "POST",
    route(String.raw`${ONE}\/discussions\/([0-9a-f]+)\/notes`),
    (call) =>
      onDiscussion(call, async (merge, discussion) => {
        const text = await obeyOn(call, merge, String(call.body["body"]));
        return created(noteView(call.world.reply(merge, discussion, call.user.username, text)));
      }),
  ],
  ["POST", route(String.raw`${ONE}\/notes`), (call) => on(call, (merge) => noted(call, merge))],
  [
    "GET",
    route(String.raw`${ONE}\/draft_notes`),
    (call) =>
      on(call, ({ drafts }) =>
        found(drafts.filter(({ author }) => author === call.user).map(({ note }, id) => ({ id, note }))),
      ),
  ],
];

function onDiscussion(
  call: Call,
  handle: (merge: Merge, discussion: Discussion) => Promise<Answer> | Answer,
): Promise<Answer> {
  return on(call, (merge) => {
    const discussion = merge.discussions.find(({ id }) => id === call.params[1]);
    return discussion === undefined ? missing : handle(merge, discussion);
  });
}

async function list({ world, query }: Call): Promise<Answer> {
  const [state, source] = [query.get("state") ?? "all", query.get("source_branch")];
  const merges = world.merges.filter(
    (merge) => (state === "all" || merge.state === state) && (source === null || merge.source === source),
  );
  const newest = merges.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  return found(await Promise.all(newest.map((merge) => mergeView(world, merge))));
}

async function opened(call: Call): Promise<Answer> {
  const { world, user, body } = call;
  const [source, target] = [String(body["source_branch"]), String(body["target_branch"])];
  const there = world.merges.find((merge) => merge.source === source && !merge.isFromFork && merge.state === "opened");
  if (there !== undefined)
    return invalid(`Another open merge request already exists for this source branch: !${there.iid}`, 409);
  if ((await world.bare.tipOf(source)) === null || (await world.bare.tipOf(target)) === null)
    return invalid("source or target branch does not exist");
  const [title, said] = [String(body["title"]), String(body["description"] ?? "")];
  const description = executed(said).text;
  const made = await world.openMerge({ title, description, source, target, author: user.username });
  await obeyOn(call, made, said);
  return created(await singleView(world, made));
}

async function edited(call: Call, merge: Merge): Promise<Answer> {
  const { world, body } = call;
  const { title, description, state_event: event } = body;
  if (typeof title === "string") merge.title = title;
  if (typeof description === "string") merge.description = await obeyOn(call, merge, description);
  if (event === "close" || event === "reopen") merge.state = event === "close" ? "closed" : "opened";
  world.touch(merge, "Merge Request Hook");
  return found(await singleView(world, merge));
}

async function accepted({ world, user, body }: Call, merge: Merge): Promise<Answer> {
  if (user.level < 30) return unauthorized;
  const isPassed = !world.mustPass || pipelineStatus(world, merge) === "success";
  if (merge.state !== "opened" || isDraft(merge) || !isPassed) return invalid("405 Method Not Allowed", 405);
  if (body["sha"] !== undefined && body["sha"] !== merge.sha)
    return invalid(`SHA does not match HEAD of source branch: ${merge.sha}`, 409);
  merge.askedHead = body["sha"];
  const { merge_commit_message: message, squash_commit_message: squash } = body;
  const said = String(message ?? `Merge branch '${merge.source}' into '${merge.target}'`);
  const how = { isSquash: body["squash"] === true, squash: String(squash ?? merge.title), message: said };
  return (await world.accept(merge, how))
    ? found(await singleView(world, merge))
    : invalid("Branch cannot be merged", 422);
}

async function approved({ world, user, body }: Call, merge: Merge): Promise<Answer> {
  if (user.level < 30) return unauthorized;
  if (body["sha"] !== undefined && body["sha"] !== merge.sha) return invalid("SHA does not match", 409);
  world.approve(merge.iid, user.username);
  return created({});
}

async function discussed(call: Call, merge: Merge): Promise<Answer> {
  const { world, user, body } = call;
  const at = body["position"] as { new_path?: string; new_line?: number; head_sha?: string } | undefined;
  if (at !== undefined && at.head_sha !== merge.sha)
    return invalid("400 Bad request - Note {:line_code=>can't be blank}");
  const place = at?.new_path === undefined ? {} : { path: at.new_path, line: at.new_line ?? null };
  const thread = { author: user.username, body: await obeyOn(call, merge, String(body["body"])), ...place };
  return created(discussionView(world.openThread(merge.iid, thread)));
}

/** A quick action alone leaves no note. */
async function noted(call: Call, merge: Merge): Promise<Answer> {
  const text = await obeyOn(call, merge, String(call.body["body"]));
  if (text === "") return { status: 202, body: { commands_changes: {}, summary: ["Done."] } };
  const made = call.world.note(call.user, text);
  call.world.discuss(merge, made, true);
  return created(noteView(made));
}

const isDraft = ({ title }: Merge): boolean => /^draft:/i.test(title);

async function mergeView(world: World, merge: Merge) {
  const { iid, title, description, state, source, isFromFork, target, sha, labels, landed } = merge;
  const isClean = state === "opened" ? await world.isClean(merge) : null;
  const notes = merge.discussions.flatMap((one) => one.notes);
  const open = notes.filter((note) => note.isResolvable && !note.isResolved);
  return {
    ...{ id: 9_000 + iid, iid, project_id: PROJECT, title, description, state, draft: isDraft(merge), sha, labels },
    ...{ source_branch: source, target_branch: target, source_project_id: isFromFork ? FORK : PROJECT },
    target_project_id: PROJECT,
    merge_status: isClean === null ? "unchecked" : isClean ? "can_be_merged" : "cannot_be_merged",
    detailed_merge_status: await detailOf(world, merge, isClean),
    has_conflicts: isClean === false,
    merge_commit_sha: landed?.merge ?? null,
    squash_commit_sha: landed?.squash ?? null,
    blocking_discussions_resolved: open.length === 0,
    user_notes_count: notes.filter((note) => !note.isSystem).length,
    author: userView(merge.author),
    reviewers: [...merge.reviewers.keys()].map(userView),
    assignees: [],
    web_url: `https://gitlab.example.test/${world.path}/-/merge_requests/${iid}`,
    references: { short: `!${iid}`, relative: `!${iid}`, full: `${world.path}!${iid}` },
    created_at: merge.createdAt,
    updated_at: merge.updatedAt,
  };
}

async function detailOf(world: World, merge: Merge, isClean: boolean | null): Promise<string> {
  if (isClean === null) return "checking";
  if (!isClean) return "conflict";
  const status = pipelineStatus(world, merge);
  if (world.mustPass && status !== "success") return status === "running" ? "ci_still_running" : "ci_must_pass";
  return (await world.needsRebase(merge)) ? "need_rebase" : "mergeable";
}

/** Null: none has begun. */
function pipelineStatus(world: World, { sha }: Merge): string | null {
  const pipeline = world.pipelines.findLast((one) => one.sha === sha);
  return pipeline === undefined ? null : statusOf(world, pipeline);
}

async function singleView(world: World, merge: Merge) {
  const pipeline = world.pipelines.findLast(({ sha }) => sha === merge.sha);
  const base = await world.mergeBase(merge);
  return {
    ...(await mergeView(world, merge)),
    head_pipeline:
      pipeline === undefined ? null : { ...pipelineView(world, pipeline), status: statusOf(world, pipeline) },
    diff_refs: { base_sha: base, start_sha: base, head_sha: merge.sha },
    user: { can_merge: true },
  };
}

const discussionView = ({ id, isIndividual, notes }: Discussion) => ({
  id,
  individual_note: isIndividual,
  notes: notes.map(noteView),
});

const noteView = (note: Note) => ({
  ...{ id: note.id, body: note.body, author: userView(note.author), created_at: note.at, updated_at: note.at },
  ...{ system: note.isSystem, resolvable: note.isResolvable, resolved: note.isResolved, position: note.position },
  type: note.position === null ? (note.isResolvable ? "DiscussionNote" : null) : "DiffNote",
});
