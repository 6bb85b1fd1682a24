/** What agents may ask GitLab: REST below their own project. GraphQL is not passed on: one document there reads all projects. */
import { isAmong, isReading, splitPlainParts, refuseCall, type JudgeCall } from "../../remote/agents/agent-call.ts";
import type { GitlabPlace } from "../place.ts";

/** Not among them: variables, hooks, tokens, runners, members, and links to issues of other projects. */
const PLACES: readonly string[] = [
  ...["issues", "jobs", "labels", "merge_requests", "milestones", "pipelines", "releases", "repository"],
  ...["issues_statistics", "languages"],
];
const NOT: readonly string[] = [
  ...["issues/*/links", "issues/*/related_merge_requests", "issues/*/closed_by", "merge_requests/*/closes_issues"],
  ...["merge_requests/*/related_issues", "pipelines/*/variables", "pipelines/*/bridges"],
];

export const judgeGitlabCall =
  ({ path: own }: GitlabPlace): JudgeCall =>
  ({ method, path }) => {
    const parts = splitPlainParts(path);
    if (parts === null) return refuseCall(`${path} is not a plain path`);
    if (!isReading(method)) return refuseCall(`agents only read: ${method} is not passed on`);
    if (parts.length === 1 && parts[0] === "version")
      return { ok: true, path: "version", method, resource: "core", isRepository: false };
    const [first, project = "", ...rest] = parts;
    if (first !== "projects" || project.toLowerCase() !== own.toLowerCase())
      return refuseCall(`agents read only ${own}; /${path} lies elsewhere`);
    if (rest.length > 0 && (!isAmong(rest, PLACES) || isAmong(rest, NOT)))
      return refuseCall(`/${rest.join("/")} of the project is not for agents`);
    const whole = ["projects", own, ...rest].map(encodeURIComponent).join("/");
    return { ok: true, path: whole, method, resource: "core", isRepository: rest.length === 0 };
  };
