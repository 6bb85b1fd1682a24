/** The REST interface, as far as anybody here uses it. A handler answers a status and a body; null: there is no such thing. */
import { whyTooLong } from "./text-limits.ts";
import { found, invalid, notFound, paged, type Answer, type Call, type Route } from "./rest-answer.ts";
import { issueRoutes, transferredView } from "./rest-issues.ts";
import { fullNameOf } from "./state.ts";
import { pullRoutes } from "./rest-pulls.ts";
import { checkRoutes } from "./rest-checks.ts";

const own: readonly Route[] = [
  ["GET", /^\/user$/, ({ user }) => found({ login: user, type: "User", user_view_type: "private" })],
  ["GET", /^\/rate_limit$/, () => found({ resources: {} })],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+$/,
    ({ world }) =>
      found({
        full_name: fullNameOf(world.state),
        default_branch: world.state.defaultBranch,
        permissions: { push: true },
      }),
  ],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+\/collaborators\/([^/]+)\/permission$/,
    ({ world, params }) => {
      const user = world.state.users.get(params[0] ?? "");
      if (user === undefined) return notFound;
      const role = user.permission;
      const legacy = role === "maintain" ? "write" : role === "triage" ? "read" : role;
      return found({ permission: legacy, role_name: role, user: { login: user.login } });
    },
  ],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+\/rules\/branches\/([^/]+)$/,
    (call) => {
      const { world } = call;
      const checks = world.state.required.map((context) => ({ context }));
      const isRule = world.state.queue !== null && !world.state.isClassicQueue;
      const rules = [
        ...(checks.length > 0
          ? [{ type: "required_status_checks", parameters: { required_status_checks: checks } }]
          : []),
        ...(isRule ? [{ type: "merge_queue", parameters: {} }] : []),
      ];
      const ruleset = { ruleset_source_type: "Repository", ruleset_source: fullNameOf(world.state), ruleset_id: 1 };
      return paged(call, `rules/branches/${call.params[0]}`, rules, (rule) => ({ ...rule, ...ruleset }));
    },
  ],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+\/branches\/([^/]+)$/,
    async ({ world, params }) => {
      const [name = ""] = params;
      const sha = await world.bare.tipOf(name);
      const { classicRequired: contexts } = world.state;
      if (sha === null) return notFound;
      const isGuarded = contexts.length > 0;
      const checks = { enforcement_level: "non_admins", contexts, checks: [] };
      const protection = { enabled: isGuarded, ...(isGuarded ? { required_status_checks: checks } : {}) };
      return found({ name, commit: { sha }, protected: isGuarded, protection });
    },
  ],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+\/git\/commits\/([0-9a-f]+)$/,
    async ({ world, params }) => {
      const { code, stdout } = await world.bare.tryGit(["rev-parse", "--verify", "--quiet", `${params[0]}^{tree}`]);
      return code === 0 ? found({ sha: params[0], tree: { sha: stdout.trim() } }) : notFound;
    },
  ],
];

const routes: readonly Route[] = [...own, ...issueRoutes, ...pullRoutes, ...checkRoutes];

export async function answerRest(method: string, asked: string, call: Omit<Call, "params">): Promise<Answer> {
  const place = placeOf(method, asked, call);
  if (typeof place !== "string") return place;
  const path = place;
  const tooLong = whyTooLong(call.body);
  if (tooLong !== null) return invalid(tooLong);
  for (const [verb, pattern, handle] of routes) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match !== null) return handle({ ...call, params: match.slice(1).map(decodeURIComponent) });
  }
  return notFound;
}

/** GitHub's own number of our repository, and of the one that issues are transferred to. */
const [OURS, THEIRS] = [1, 2];

/** The path below our repository's name, or what is answered in its place. A repository of another name is none. */
function placeOf(method: string, path: string, { world, base }: Omit<Call, "params">): string | Answer {
  const { owner, name, transferred, deleted } = world.state;
  const own = `/repos/${owner}/${name}`;
  const [, id, below = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  if (id === String(OURS)) return `${own}${below}`;
  const elsewhere = [...transferred.values()].find(({ number }) => below === `/issues/${number}`);
  if (id !== undefined) return elsewhere === undefined ? notFound : found(transferredView(world, elsewhere));
  const moved = (to: string): Answer => sentOn(method, `${base}/repositories/${to}`);
  const number = Number(/^\/repos\/[^/]+\/[^/]+\/issues\/(\d+)/.exec(path)?.[1]);
  if (deleted.has(number)) return { status: 410, body: { message: "This issue was deleted" } };
  const gone = transferred.get(number);
  if (gone !== undefined) return moved(`${THEIRS}/issues/${gone.number}`);
  const now = `/repos/${fullNameOf(world.state)}`;
  if (isBelow(path, now)) return own + path.slice(now.length);
  if (isBelow(path, own)) return moved(`${OURS}${path.slice(own.length)}`);
  return path.startsWith("/repos/") ? notFound : path;
}

/** Only a reading is sent on for good: a write has to be sent again as it is. */
function sentOn(method: string, location: string): Answer {
  const [status, message] = method === "GET" ? [301, "Moved Permanently"] : [307, "Temporary Redirect"];
  return { status, body: { message }, headers: { location } };
}

const isBelow = (path: string, place: string): boolean => `${path}/`.startsWith(`${place}/`);
