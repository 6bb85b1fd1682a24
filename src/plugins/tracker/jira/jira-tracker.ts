/** Jira, Cloud and Server: issues of one project, read by what changed; states and a link to the change are written. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import { listFailed, oneFailed } from "../../remote/as-slot.ts";
import { credentialName } from "../../remote/credential-name.ts";
import { doubtOf, doubtsTheFirst, upToDoubt } from "../../remote/doubt.ts";
import type { RemoteResult } from "../../remote/remote-result.ts";
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
import { issueKeysOf } from "../../remote/issue-keys.ts";
import { link, moveTo, say, sayOnce, wasDone, wishOf } from "./deeds.ts";
import { jiraAt, quoted, renamed, type Jira } from "./jira.ts";
import { jiraDesk } from "./jira-desk.ts";
import type { JiraIssue } from "./parse-jira.ts";
import { peopleOf } from "./people.ts";
import { momentOf, snapshotOf, stateOf } from "./snapshot.ts";

export function jiraTracker(options: TrackerOptions): MadeTracker {
  const token = textSetting(options, "token") ?? options.env["JIRA_TOKEN"] ?? null;
  const project = textSetting(options, "projectKey") ?? textSetting(options, "project");
  const base = urlSetting(options, "url");
  if (base === null) return lacking("jira", "an address: set `url`, such as https://team.atlassian.net");
  if (token === null) return lackingToken("jira", "JIRA_TOKEN");
  if (project === null || !/^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(project))
    return lacking("jira", "a project: set `projectKey`, such as ENG, in the tracker's block");
  const unsafe = unsafeFor("jira", base);
  if (unsafe !== null) return unsafe;
  const authorization = authorizationOf(options, token);
  const broker = options.brokerOf(credentialName("jira", base.host, authorization));
  const asking = remote({
    ...{ name: "Jira", base, broker, ...askingWith(options) },
    authorize: async () => ({ ok: true, value: { authorization } }),
  });
  const isCloud = options.settings["cloud"] === true || base.hostname.endsWith(".atlassian.net");
  const references = issueKeysOf(options.project);
  const jira = jiraAt(asking, { isCloud, project: project.toUpperCase(), references }, options.clock.wallMs);
  return { ok: true, tracker: trackerOver(jira, options, broker.credential) };
}

/** A token of Cloud belongs to an address; one of Server stands for itself. */
function authorizationOf(options: TrackerOptions, token: string): string {
  const email = textSetting(options, "email") ?? options.env["JIRA_EMAIL"] ?? null;
  return email === null ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
}

function trackerOver(jira: Jira, options: TrackerOptions, credential: string): TrackerPlugin {
  const { wallMs } = options.clock;
  const people = peopleOf(jira, { bots: options.bots, nowMs: wallMs, tell: options.tell ?? (() => undefined) });
  const shown = (issue: JiraIssue): Promise<IssueSnapshot> => snapshotOf(jira, people, issue);
  const doubt = doubtOf(wallMs);
  const { key: keyOf } = jira.references;
  const again = async (issue: string): Promise<SlotResult<IssueSnapshot, "gone">> => {
    const read = await jira.issue(keyOf(issue));
    if (!read.ok) return oneFailed(read.error);
    const wanted = await isWanted(jira, options, read.value);
    return wanted.ok ? ok({ ...(await shown(read.value)), isWanted: wanted.value }) : listFailed(wanted.error);
  };
  return {
    name: "jira",
    credential,
    since: async (cursor) => {
      const found = await jira.search(queryOf(jira, options, cursor, wallMs()));
      if (!found.ok) return listFailed(found.error);
      const now = found.value.map(({ key }) => key.slice(0, key.lastIndexOf("-"))).find((key) => key !== jira.project);
      if (now !== undefined) return listFailed(renamed(jira.project, now).error);
      const fresh = found.value.filter(({ fields }) => cursor === null || momentOf(fields.updated) > Number(cursor));
      const sure = await upToDoubt(doubt, fresh, async (issue) => {
        const snapshot = await shown(issue);
        return { snapshot, isSure: !people.mayAsk() || isVouchedFor(issue, snapshot) };
      });
      if (cursor === null && sure.length < Math.min(1, fresh.length)) return doubtsTheFirst("Jira");
      const newest = Math.max(Number(cursor ?? 0), ...sure.map(({ issue }) => momentOf(issue.fields.updated)));
      return ok({ issues: sure.map(({ snapshot }) => ({ ...snapshot, isWanted: true })), cursor: String(newest) });
    },
    read: again,
    close: async ({ issue: id, text, key }) => {
      const issue = keyOf(id);
      const read = await jira.issue(issue);
      if (!read.ok) return oneFailed(read.error);
      const before = await wasDone(jira, issue, key);
      if (!before.ok) return oneFailed(before.error);
      if (before.value) return ok(null);
      const moved = await moveTo(jira, read.value, wishOf("landed", options.moves), "loop");
      if (!moved.ok) return oneFailed(moved.error);
      const words = [text === "" ? "Done." : text, moved.value.asks ?? ""].join("\n\n").trim();
      const said = await say(jira, issue, { text: words, key, by: "loop" });
      return said.ok ? again(issue) : oneFailed(said.error);
    },
    move: async ({ issue: id, to, change, key }) => {
      const issue = keyOf(id);
      const read = await jira.issue(issue);
      if (!read.ok) return oneFailed(read.error);
      if (stateOf(read.value.fields).kind === "closed") return ok(null);
      const linked = await link(jira, issue, change);
      if (!linked.ok) return oneFailed(linked.error);
      const moved = await moveTo(jira, read.value, wishOf(to, options.moves), "loop");
      if (!moved.ok) return oneFailed(moved.error);
      const { isMoved, asks } = moved.value;
      if (asks === null) return isMoved ? again(issue) : ok(null);
      const told = await sayOnce(jira, issue, { text: asks, key, by: "loop" });
      return told.ok ? ok(null) : oneFailed(told.error);
    },
    desk: jiraDesk(jira, people, options),
  };
}

/** An issue that shows nobody as its author will not show one later. */
const isVouchedFor = ({ fields }: JiraIssue, { author }: IssueSnapshot): boolean =>
  (fields.reporter ?? fields.creator ?? null) === null || author.kind !== "person" || author.canWrite.known;

/** Jira compares minutes: a little more is asked for than changed, and what is known already is left out. */
function queryOf(jira: Jira, options: TrackerOptions, cursor: string | null, nowMs: number): string {
  const minutes = Math.max(3, Math.ceil((nowMs - Number(cursor)) / 60_000) + 2);
  return [
    `project = ${quoted(jira.project)}`,
    ...wishesOf(options),
    cursor === null ? "statusCategory != Done" : `updated >= "-${minutes}m"`,
  ]
    .join(" AND ")
    .concat(" ORDER BY updated ASC");
}

/** Without its order, which is ours. */
const conditionOf = (jql: string): string => jql.replace(/\border\s+by\s[\s\S]*$/i, "").trim();

function wishesOf(options: TrackerOptions): readonly string[] {
  const labels = textsSetting(options, "labels");
  const assignee = textSetting(options, "assignee");
  const own = conditionOf(textSetting(options, "query") ?? "");
  return [
    ...labels.map((label) => `labels = ${quoted(label)}`),
    ...(assignee === null ? [] : [`assignee = ${quoted(assignee)}`]),
    ...(own === "" ? [] : [`(${own})`]),
  ];
}

/** A query of one's own only Jira can read. */
async function isWanted(jira: Jira, options: TrackerOptions, { key }: JiraIssue): Promise<RemoteResult<boolean>> {
  if (!key.startsWith(`${jira.project}-`)) return { ok: true, value: false };
  const wishes = wishesOf(options);
  if (wishes.length === 0) return { ok: true, value: true };
  const found = await jira.search([`key = ${quoted(key)}`, ...wishes].join(" AND "));
  return found.ok ? { ok: true, value: found.value.length > 0 } : found;
}
