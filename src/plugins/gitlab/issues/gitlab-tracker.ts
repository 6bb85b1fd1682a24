/** GitLab's issues, of gitlab.com or any other address, read by what changed; labels, an assignee and notes are written. */
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { failed, ok } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { formatCredentialName } from "../../remote/credential-name.ts";
import { listOwnLabels } from "../../remote/issue-labels.ts";
import { mark } from "../../remote/text/own-mark.ts";
import { createRemote } from "../../remote/http/remote.ts";
import {
  buildRemoteOptions,
  reportMissing,
  reportMissingToken,
  readTextSetting,
  readTextsSetting,
  refuseUnsafe,
  readUrlSetting,
  type MadeTracker,
  type TrackerOptions,
} from "../../remote/tracker-options.ts";
import { createDoubt, reportFirstDoubt, takeUpToDoubt } from "../../remote/polling/doubt.ts";
import { createGrowingVersions } from "../../remote/polling/growing-versions.ts";
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { writeNoteOnce, put, showMove } from "./deeds.ts";
import { createEditors } from "./editors.ts";
import { createGitlab } from "../gitlab.ts";
import { createGitlabIssueEditor } from "./gitlab-issue-editor.ts";
import type { GitlabIssue } from "../parse-gitlab.ts";
import { createGitlabAuthors } from "../authors.ts";
import { parseGitlabPlace } from "../place.ts";
import { wrapRemote } from "../client.ts";
import { readGitlabIssue, toGitlabSnapshot, toGitlabIssueState, type GitlabParts } from "./snapshot.ts";

export function createGitlabTracker(options: TrackerOptions): MadeTracker {
  const token = readTextSetting(options, "token") ?? options.env["GITLAB_TOKEN"] ?? null;
  const place = parseGitlabPlace(
    readTextSetting(options, "project") ?? options.repo ?? "",
    readUrlSetting(options, "url"),
  );
  if (token === null) return reportMissingToken("gitlab", "GITLAB_TOKEN");
  if (place === null)
    return reportMissing("gitlab", "a project: set `repo`, such as group/name, in the project's settings");
  const unsafe = refuseUnsafe("gitlab", place.api);
  if (unsafe !== null) return unsafe;
  const broker = options.brokerOf(formatCredentialName("gitlab", place.api.host, token));
  const asking = createRemote({
    ...{ name: "GitLab", base: place.api, broker, ...buildRemoteOptions(options) },
    authorize: async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }),
  });
  const gitlab = createGitlab(wrapRemote(asking, options.clock), place.path, options.clock.wallMs);
  const people = createGitlabAuthors(gitlab, options.bots, options.clock.wallMs);
  const references = createIssueKeys(options.project);
  const read = { editors: createEditors(gitlab), versions: createGrowingVersions(options.clock.wallMs) };
  return { ok: true, tracker: createTrackerOver({ gitlab, people, references, ...read }, options, broker.credential) };
}

/** Null: it is none of GitLab's. */
const parseIid = ({ references }: Pick<GitlabParts, "references">, name: string): number | null => {
  const key = references.key(name);
  return /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null;
};

function createTrackerOver(parts: GitlabParts, options: TrackerOptions, credential: string): TrackerPlugin {
  const { gitlab } = parts;
  const gone = (issue: string) => failed("gone", `There is no issue ${issue}.`);
  const again = async (issue: string) => {
    const iid = parseIid(parts, issue);
    const read = iid === null ? null : await gitlab.issue(iid);
    if (read === null) return gone(issue);
    if (!read.ok) return failOne(read.error);
    return ok({ ...(await toGitlabSnapshot(parts, read.value)), isWanted: isWanted(options, read.value) });
  };
  const doubt = createDoubt(options.clock.wallMs);
  return {
    name: "gitlab",
    credential,
    since: async (cursor) => {
      const found = await gitlab.issues(buildQuery(options, cursor), "loop");
      if (!found.ok) return listFailed(found.error);
      const after = Date.parse(cursor ?? EVER);
      const fresh = found.value.filter(({ updated_at: at }) => cursor === null || Date.parse(at) > after);
      const sure = await takeUpToDoubt(doubt, fresh, (issue) => readGitlabIssue(parts, issue));
      if (cursor === null && sure.length < Math.min(1, fresh.length)) return reportFirstDoubt("GitLab");
      const newest = sure.map(({ issue }) => issue.updated_at).reduce(takeLater, cursor ?? EVER);
      return ok({ issues: sure.map(({ snapshot }) => ({ ...snapshot, isWanted: true })), cursor: newest });
    },
    read: again,
    close: async ({ issue, text, key }) => {
      const iid = parseIid(parts, issue);
      const read = iid === null ? null : await gitlab.issue(iid);
      if (iid === null || read === null) return gone(issue);
      if (!read.ok) return failOne(read.error);
      const ours = listOwnLabels(read.value.labels, options.moves).join(",");
      const closing = { state_event: "close", ...(ours === "" ? {} : { remove_labels: ours }) };
      const said = text === "" ? "Done." : text;
      const done = await writeNoteOnce(gitlab, { iid, text: said, signed: mark(key) }, () => put(gitlab, iid, closing));
      return done.ok ? again(issue) : failOne(done.error);
    },
    move: async (move) => {
      const iid = parseIid(parts, move.issue);
      const read = iid === null ? null : await gitlab.issue(iid);
      if (read === null) return gone(move.issue);
      if (!read.ok) return failOne(read.error);
      if (toGitlabIssueState(read.value).kind === "closed") return ok(null);
      const shown = await showMove(gitlab, read.value, options.moves, move);
      return shown.ok ? again(move.issue) : failOne(shown.error);
    },
    desk: createGitlabIssueEditor(parts),
  };
}

const EVER = "1970-01-01T00:00:00.000Z";
const takeLater = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one);

/** As `buildQuery` asks GitLab. */
function isWanted(options: TrackerOptions, { labels, assignees }: GitlabIssue): boolean {
  const assignee = readTextSetting(options, "assignee")?.toLowerCase() ?? null;
  const isTheirs = assignee === null || (assignees ?? []).some(({ username }) => username.toLowerCase() === assignee);
  return isTheirs && readTextsSetting(options, "labels").every((label) => labels.includes(label));
}

/** Of two labels both must be there. */
function buildQuery(options: TrackerOptions, cursor: string | null) {
  const labels = readTextsSetting(options, "labels");
  const assignee = readTextSetting(options, "assignee");
  return {
    order_by: "updated_at",
    sort: "asc",
    ...(labels.length === 0 ? {} : { labels: labels.join(",") }),
    ...(assignee === null ? {} : { assignee_username: assignee }),
    ...(cursor === null ? { state: "opened" } : { updated_after: cursor }),
  };
}
