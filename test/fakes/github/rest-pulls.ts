import { fullNameOf, type Pull } from "./state.ts";
import { found, invalid, notFound, paged, type Answer, type Call, type Route } from "./rest-answer.ts";
import { userView } from "./rest-issues.ts";
import type { World } from "./world.ts";

const route = (rest: string): RegExp => new RegExp(String.raw`^\/repos\/[^/]+\/[^/]+\/pulls${rest}$`);

async function on(call: Call, handle: (pull: Pull) => Promise<Answer> | Answer): Promise<Answer> {
  const pull = call.world.state.pulls.get(Number(call.params[0]));
  return pull === undefined ? notFound : handle(pull);
}

export const pullRoutes: readonly Route[] = [
  [
    "GET",
    route(""),
    (call) => {
      const { world, query } = call;
      const [, head] = (query.get("head") ?? "").split(":");
      const state = query.get("state") ?? "open";
      const pulls = [...world.state.pulls.values()]
        .filter(
          (pull) =>
            (head === undefined || (pull.head === head && (!pull.isFromFork || world.state.forksAreOurs))) &&
            (state === "all" || pull.state === state),
        )
        .filter((pull) => (query.get("base") ?? pull.base) === pull.base)
        .toReversed();
      return paged(call, "pulls", pulls, (pull) => listedView(world, pull));
    },
  ],
  ["POST", route(""), opened],
  ["GET", route(String.raw`\/(\d+)`), (call) => on(call, (pull) => found(pullView(call.world, pull)))],
  ["PATCH", route(String.raw`\/(\d+)`), (call) => on(call, (pull) => edited(call, pull))],
  ["PUT", route(String.raw`\/(\d+)\/merge`), (call) => on(call, (pull) => merged(call, pull))],
  [
    "POST",
    route(String.raw`\/(\d+)\/reviews`),
    (call) =>
      on(call, ({ number, author }) => {
        const { event, body, commit_id: commit, comments } = call.body;
        const verdicts = new Map<unknown, string>([
          ["APPROVE", "approve"],
          ["REQUEST_CHANGES", "request changes on"],
        ]);
        const verdict = author === call.user ? verdicts.get(event) : undefined;
        if (verdict !== undefined) return invalid(`Can not ${verdict} your own pull request`);
        const remarks = Array.isArray(comments) ? comments : [];
        if (remarks.some(({ line }) => line === undefined)) return invalid("A review takes remarks on lines only");
        const states = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const;
        const state = Object.entries(states).find(([name]) => name === event)?.[1] ?? "COMMENTED";
        const given = typeof commit === "string" ? { commit } : {};
        const made = call.world.review(number, { author: call.user, state, body: String(body ?? ""), ...given });
        for (const { path, line, body: text } of remarks)
          call.world.openThread(number, { author: call.user, path, line, body: text });
        return found({ id: made.id, node_id: made.nodeId, user: userView(call.world, call.user), state });
      }),
  ],
  [
    "POST",
    route(String.raw`\/(\d+)\/comments`),
    (call) =>
      on(call, ({ number }) => {
        const { path, body, subject_type: subject } = call.body;
        if (subject !== "file") return invalid("line is missing");
        const made = { author: call.user, path: String(path), line: null, body: String(body) };
        return { status: 201, body: { node_id: call.world.openThread(number, made).id } };
      }),
  ],
];

async function opened({ world, user, body }: Call): Promise<Answer> {
  const { title, body: text, head, base, draft } = body;
  const branch = String(head).replace(/^[^:]+:/, "");
  const isThere = [...world.state.pulls.values()].some(
    (pull) => pull.head === branch && !pull.isFromFork && pull.base === base && pull.state === "open",
  );
  if (isThere) return invalid(`A pull request already exists for ${world.state.owner}:${branch}.`);
  const [tip, onto] = [await world.bare.tipOf(branch), await world.bare.tipOf(String(base))];
  if (tip === null || onto === null) return invalid("head or base is not there");
  if ((await world.bare.tryGit(["merge-base", "--is-ancestor", tip, onto])).code === 0)
    return invalid(`No commits between ${String(base)} and ${branch}`);
  const made = await world.openPull({
    ...{ title: String(title), body: String(text ?? ""), head: branch, base: String(base), author: user },
    isDraft: draft === true,
  });
  return { status: 201, body: pullView(world, made) };
}

function edited({ world, body }: Call, pull: Pull): Answer {
  const { title, body: text, state } = body;
  if (typeof title === "string") pull.title = title;
  if (typeof text === "string") pull.body = text;
  if (state === "closed" || state === "open") pull.state = state;
  world.touch(pull, "pull_request", "edited");
  return found(pullView(world, pull));
}

async function merged({ world, body }: Call, pull: Pull): Promise<Answer> {
  const { sha, merge_method: method, commit_title: title, commit_message: message } = body;
  if (pull.state !== "open" || pull.isDraft) return { status: 405, body: { message: "Pull Request is not mergeable" } };
  if (sha !== undefined && sha !== pull.headOid)
    return { status: 409, body: { message: "Head branch was modified. Review and try the merge again." } };
  if (world.state.queue !== null)
    return { status: 405, body: { message: "Changes must be made through the merge queue" } };
  const failing = world.state.required.filter(
    (name) => !world.checksOf(pull.headOid).some((check) => check.name === name && check.conclusion === "success"),
  );
  if (failing.length > 0)
    return { status: 405, body: { message: `Required status check "${failing[0]}" is expected.` } };
  const how = { method: String(method ?? "merge"), title: String(title ?? pull.title), message: String(message ?? "") };
  const made = await world.merge(pull.number, how);
  if (made === null) return { status: 405, body: { message: "Pull Request is not mergeable" } };
  return found({ sha: made, merged: true, message: "Pull Request successfully merged" });
}

/** Alone it tells more than in a list. */
const pullView = (world: World, pull: Pull) => ({ ...listedView(world, pull), merged: pull.merged !== null });

function listedView(world: World, pull: Pull) {
  const { number, title, body, state, head, base, headOid, isDraft } = pull;
  return {
    ...{ number, title, body, state, draft: isDraft, node_id: `PR_${number}` },
    user: userView(world, pull.author),
    head: { ref: head, sha: headOid, repo: { full_name: headRepository(world, pull) } },
    base: { ref: base },
    merged_at: pull.merged === null ? null : pull.updatedAt,
    merge_commit_sha: pull.merged?.commit ?? null,
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
  };
}

const headRepository = ({ state }: World, { isFromFork }: Pull): string =>
  isFromFork ? `somebody/${state.name}` : fullNameOf(state);
