/** The questions we ask GitLab about one project, at any base address. */
import { createBegunInMemory, type BegunWrites } from "../remote/forge/writing.ts";
import { createListReader } from "../remote/http/pages.ts";
import { failRemote, type RemoteResult } from "../remote/http/remote-result.ts";
import type { Remote, RemoteRequest } from "../remote/http/remote.ts";
import {
  parseIssue,
  parseIssues,
  parseLinks,
  parseNotes,
  parseUser,
  type GitlabIssue,
  type GitlabLink,
  type GitlabNote,
  type GitlabUser,
} from "./parse-gitlab.ts";

type By = "person" | "loop";

export type Gitlab = {
  /** Paths lie below the project. */
  readonly ask: <T>(ask: RemoteRequest, parse: (answer: unknown) => T | null) => Promise<RemoteResult<T>>;
  /** Paths lie below the API. */
  readonly askRoot: Gitlab["ask"];
  readonly issues: (
    query: NonNullable<RemoteRequest["query"]>,
    by: By,
  ) => Promise<RemoteResult<readonly GitlabIssue[]>>;
  readonly issue: (iid: number, by?: By) => Promise<RemoteResult<GitlabIssue>>;
  /** What people and we said of it, oldest first. */
  readonly notes: (iid: number, by?: By) => Promise<RemoteResult<readonly GitlabNote[]>>;
  /** What GitLab itself wrote down about it: all of it, or a failure. */
  readonly history: (iid: number) => Promise<RemoteResult<readonly GitlabNote[]>>;
  readonly links: (iid: number, by?: By) => Promise<RemoteResult<readonly GitlabLink[]>>;
  /** Notes that may have been written. */
  readonly begun: BegunWrites;
  /** Whose account the token is. */
  readonly me: () => Promise<RemoteResult<GitlabUser>>;
};

const PAGES_MAX = 20;

export function createGitlab(remote: Remote, project: string, wallMs: () => number): Gitlab {
  const below = `projects/${encodeURIComponent(project)}/`;
  const readList = createListReader(remote, wallMs);
  const answered = <T>(answer: unknown, parse: (answer: unknown) => T | null): RemoteResult<T> => {
    const parsed = parse(answer);
    if (parsed !== null) return { ok: true, value: parsed };
    return failRemote("unavailable", "unexpected response from GitLab");
  };
  const askRoot: Gitlab["ask"] = async (request, parse) => {
    const answer = await remote.ask(request);
    return answer.ok ? answered(answer.value.body, parse) : answer;
  };
  const ask: Gitlab["ask"] = (request, parse) => askRoot({ ...request, path: `${below}${request.path}` }, parse);
  const all = async <T>(request: RemoteRequest, parse: (answer: unknown) => T | null): Promise<RemoteResult<T>> => {
    const read = await readList({ ...request, path: `${below}${request.path}` }, PAGES_MAX);
    return read.ok ? answered(read.value.items, parse) : read;
  };
  const history: Gitlab["history"] = async (iid) => {
    const query = { sort: "asc", order_by: "created_at", activity_filter: "only_activity" };
    const read = await readList({ path: `${below}issues/${iid}/notes`, query }, PAGES_MAX);
    if (!read.ok) return read;
    if (read.value.isCut) return failRemote("refused", `more was done to issue ${iid} than is read`);
    const noted = answered(read.value.items, parseNotes);
    return noted.ok ? { ok: true, value: noted.value.filter(({ system }) => system === true) } : noted;
  };
  let me: GitlabUser | null = null;
  return {
    ask,
    askRoot,
    begun: createBegunInMemory(wallMs),
    issues: (query, by) => all({ path: "issues", query: { scope: "all", ...query }, by }, parseIssues),
    issue: (iid, by = "loop") => ask({ path: `issues/${iid}`, by }, parseIssue),
    notes: (iid, by = "loop") =>
      all({ path: `issues/${iid}/notes`, query: { sort: "asc", order_by: "created_at" }, by }, parseNotes),
    history,
    links: (iid, by = "loop") => all({ path: `issues/${iid}/links`, by }, parseLinks),
    me: async () => {
      if (me !== null) return { ok: true, value: me };
      const read = await askRoot({ path: "user" }, parseUser);
      if (read.ok) me = read.value;
      return read;
    },
  };
}
