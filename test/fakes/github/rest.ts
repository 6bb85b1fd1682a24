/** The REST interface, as far as anybody here uses it. A handler answers a status and a body; null: there is no such thing. */
import { found, notFound, type Answer, type Call, type Route } from "./rest-answer.ts";
import { issueRoutes } from "./rest-issues.ts";
import { pullRoutes } from "./rest-pulls.ts";
import { checkRoutes } from "./rest-checks.ts";

const own: readonly Route[] = [
  ["GET", /^\/user$/, ({ user }) => found({ login: user, type: "User" })],
  ["GET", /^\/rate_limit$/, () => found({ resources: {} })],
  [
    "GET",
    /^\/repos\/[^/]+\/[^/]+$/,
    ({ world }) =>
      found({
        full_name: `${world.state.owner}/${world.state.name}`,
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
    /^\/repos\/[^/]+\/[^/]+\/rules\/branches\/[^/]+$/,
    ({ world }) => {
      const checks = world.state.required.map((context) => ({ context }));
      const isRule = world.state.queue !== null && !world.state.isClassicQueue;
      const queue = isRule ? [{ type: "merge_queue", parameters: {} }] : [];
      return found([{ type: "required_status_checks", parameters: { required_status_checks: checks } }, ...queue]);
    },
  ],
  ["GET", /^\/repos\/[^/]+\/[^/]+\/branches\/([^/]+)$/, ({ params }) => found({ name: params[0], protected: false })],
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

/** A repository of another name is none. */
export async function answerRest(method: string, path: string, call: Omit<Call, "params">): Promise<Answer> {
  const { owner, name } = call.world.state;
  if (path.startsWith("/repos/") && !`${path}/`.startsWith(`/repos/${owner}/${name}/`)) return notFound;
  for (const [verb, pattern, handle] of routes) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match !== null) return handle({ ...call, params: match.slice(1).map(decodeURIComponent) });
  }
  return notFound;
}
