/** GitLab's issues, of gitlab.com or any other address, read by what changed; labels, an assignee and notes are written. */
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { failed, ok } from "../../../slots/result.ts";
import { listFailed, oneFailed } from "../../remote/as-slot.ts";
import { credentialName } from "../../remote/credential-name.ts";
import { oursAmong } from "../../remote/issue-labels.ts";
import { mark } from "../../remote/own-mark.ts";
import { remote } from "../../remote/remote.ts";
import {
  askingWith,
  lacking,
  lackingToken,
  textSetting,
  textsSetting,
  unsafeFor,
  urlSetting,
  type MadeTracker,
  type TrackerOptions,
} from "../../remote/tracker-options.ts";
import { doubtOf, doubtsTheFirst, upToDoubt } from "../../remote/doubt.ts";
import { growingVersions } from "../../remote/growing-versions.ts";
import { issueKeysOf } from "../../remote/issue-keys.ts";
import { once, put, show } from "./deeds.ts";
import { editorsOf } from "./editors.ts";
import { gitlabAt } from "../gitlab.ts";
import { gitlabDesk } from "./gitlab-desk.ts";
import type { GitlabIssue } from "../parse-gitlab.ts";
import { peopleOf } from "../people.ts";
import { gitlabPlace } from "../place.ts";
import { outgoing } from "../client.ts";
import { readIssue, snapshotOf, stateOf, type GitlabParts } from "./snapshot.ts";

export function gitlabTracker(options: TrackerOptions): MadeTracker {
  const token = textSetting(options, "token") ?? options.env["GITLAB_TOKEN"] ?? null;
  const place = gitlabPlace(textSetting(options, "project") ?? options.repo ?? "", urlSetting(options, "url"));
  if (token === null) return lackingToken("gitlab", "GITLAB_TOKEN");
  if (place === null) return lacking("gitlab", "a project: set `repo`, such as group/name, in the project's settings");
  const unsafe = unsafeFor("gitlab", place.api);
  if (unsafe !== null) return unsafe;
  const broker = options.brokerOf(credentialName("gitlab", place.api.host, token));
  const asking = remote({
    ...{ name: "GitLab", base: place.api, broker, ...askingWith(options) },
    authorize: async () => ({ ok: true, value: { authorization: `Bearer ${token}` } }),
  });
  const gitlab = gitlabAt(outgoing(asking, options.clock), place.path, options.clock.wallMs);
  const people = peopleOf(gitlab, options.bots, options.clock.wallMs);
  const references = issueKeysOf(options.project);
  const read = { editors: editorsOf(gitlab), versions: growingVersions(options.clock.wallMs) };
  return { ok: true, tracker: trackerOver({ gitlab, people, references, ...read }, options, broker.credential) };
}

/** Null: it is none of GitLab's. */
const iidOf = ({ references }: Pick<GitlabParts, "references">, name: string): number | null => {
  const key = references.key(name);
  return /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null;
};

function trackerOver(parts: GitlabParts, options: TrackerOptions, credential: string): TrackerPlugin {
  const { gitlab } = parts;
  const gone = (issue: string) => failed("gone", `There is no issue ${issue}.`);
  const again = async (issue: string) => {
    const iid = iidOf(parts, issue);
    const read = iid === null ? null : await gitlab.issue(iid);
    if (read === null) return gone(issue);
    if (!read.ok) return oneFailed(read.error);
    return ok({ ...(await snapshotOf(parts, read.value)), isWanted: isWanted(options, read.value) });
  };
  const doubt = doubtOf(options.clock.wallMs);
  return {
    name: "gitlab",
    credential,
    since: async (cursor) => {
      const found = await gitlab.issues(queryOf(options, cursor), "loop");
      if (!found.ok) return listFailed(found.error);
      const after = Date.parse(cursor ?? EVER);
      const fresh = found.value.filter(({ updated_at: at }) => cursor === null || Date.parse(at) > after);
      const sure = await upToDoubt(doubt, fresh, (issue) => readIssue(parts, issue));
      if (cursor === null && sure.length < Math.min(1, fresh.length)) return doubtsTheFirst("GitLab");
      const newest = sure.map(({ issue }) => issue.updated_at).reduce(later, cursor ?? EVER);
      return ok({ issues: sure.map(({ snapshot }) => ({ ...snapshot, isWanted: true })), cursor: newest });
    },
    read: again,
    close: async ({ issue, text, key }) => {
      const iid = iidOf(parts, issue);
      const read = iid === null ? null : await gitlab.issue(iid);
      if (iid === null || read === null) return gone(issue);
      if (!read.ok) return oneFailed(read.error);
      const ours = oursAmong(read.value.labels, options.moves).join(",");
      const closing = { state_event: "close", ...(ours === "" ? {} : { remove_labels: ours }) };
      const said = text === "" ? "Done." : text;
      const done = await once(gitlab, { iid, text: said, signed: mark(key) }, () => put(gitlab, iid, closing));
      return done.ok ? again(issue) : oneFailed(done.error);
    },
    move: async (move) => {
      const iid = iidOf(parts, move.issue);
      const read = iid === null ? null : await gitlab.issue(iid);
      if (read === null) return gone(move.issue);
      if (!read.ok) return oneFailed(read.error);
      if (stateOf(read.value).kind === "closed") return ok(null);
      const shown = await show(gitlab, read.value, options.moves, move);
      return shown.ok ? again(move.issue) : oneFailed(shown.error);
    },
    desk: gitlabDesk(parts),
  };
}

const EVER = "1970-01-01T00:00:00.000Z";
const later = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one);

/** As `queryOf` asks GitLab. */
function isWanted(options: TrackerOptions, { labels, assignees }: GitlabIssue): boolean {
  const assignee = textSetting(options, "assignee")?.toLowerCase() ?? null;
  const isTheirs = assignee === null || (assignees ?? []).some(({ username }) => username.toLowerCase() === assignee);
  return isTheirs && textsSetting(options, "labels").every((label) => labels.includes(label));
}

/** Of two labels both must be there. */
function queryOf(options: TrackerOptions, cursor: string | null) {
  const labels = textsSetting(options, "labels");
  const assignee = textSetting(options, "assignee");
  return {
    order_by: "updated_at",
    sort: "asc",
    ...(labels.length === 0 ? {} : { labels: labels.join(",") }),
    ...(assignee === null ? {} : { assignee_username: assignee }),
    ...(cursor === null ? { state: "opened" } : { updated_after: cursor }),
  };
}
