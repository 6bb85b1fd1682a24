/** What agents may ask GitHub: REST below their own repository, and GraphQL that reads nothing else. */
import {
  isAmong,
  isReading,
  splitPlainParts,
  refuseCall,
  type AgentCall,
  type AgentCallPermission,
  type JudgeCall,
} from "../../remote/agents/agent-call.ts";
import type { GithubPlace } from "../place.ts";
import { explainNotDocument } from "./judge-document.ts";

/** Not among them: keys, hooks, secrets, members, and timelines, which quote other repositories. */
const PLACES: readonly string[] = [
  ...["assignees", "branches", "check-runs", "check-suites", "comments", "commits", "compare", "contents", "git"],
  ...["issues", "labels", "languages", "license", "milestones", "pulls", "readme", "releases", "status", "statuses"],
  ...["tags", "topics", "tarball", "zipball"],
  ...["actions/artifacts", "actions/jobs", "actions/runs", "actions/workflows"],
];
const NOT: readonly string[] = ["issues/*/timeline", "actions/runs/*/pending_deployments"];

export const judgeGithubCall =
  (place: GithubPlace): JudgeCall =>
  (call) => {
    const parts = splitPlainParts(call.path);
    if (parts === null) return refuseCall(`${call.path} is not a plain path`);
    return parts.join("/") === "graphql" ? judgeGraphql(place, call) : judgeRest(place, call, parts);
  };

function judgeGraphql(place: GithubPlace, { method, body, isShown }: AgentCall): AgentCallPermission {
  const why = method === "POST" ? explainNotDocument({ ...place, isShown }, body) : "GraphQL is asked with POST";
  if (why !== null) return refuseCall(why);
  return { ok: true, path: place.graphql, method: "POST", resource: "graphql", isRepository: false };
}

function judgeRest(place: GithubPlace, { method, path }: AgentCall, parts: readonly string[]): AgentCallPermission {
  const own = `${place.owner}/${place.name}`;
  if (!isReading(method)) return refuseCall(`agents only read: ${method} is not passed on`);
  if (path === "rate_limit" || path === "meta")
    return { ok: true, path, method, resource: "core", isRepository: false };
  const [first, owner = "", name = "", ...rest] = parts;
  if (first !== "repos" || `${owner}/${name}`.toLowerCase() !== own.toLowerCase())
    return refuseCall(`agents read only ${own}; /${path} lies elsewhere`);
  if (rest.length > 0 && (!isAmong(rest, PLACES) || isAmong(rest, NOT)))
    return refuseCall(`/${rest.join("/")} of the repository is not for agents`);
  const whole = ["repos", place.owner, place.name, ...rest].map(encodeURIComponent).join("/");
  return { ok: true, path: whole, method, resource: "core", isRepository: rest.length === 0 };
}
