/** Jira, Cloud and Server: issues of one project, read by what changed; states and a link to the change are written. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { formatCredentialName } from "../../remote/credential-name.ts";
import { createDoubt, reportFirstDoubt, takeUpToDoubt } from "../../remote/polling/doubt.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
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
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { linkJiraChange, moveJiraIssue, addComment, sayOnce, wasCommented, findWish } from "./deeds.ts";
import { createJira, quoteText, createKeyRenamer, type Jira } from "./jira.ts";
import { createJiraIssueEditor } from "./jira-issue-editor.ts";
import type { JiraIssue } from "./parse-jira.ts";
import { createJiraAuthors } from "./authors.ts";
import { parseMoment, toJiraSnapshot, toJiraIssueState } from "./snapshot.ts";

export function createJiraTracker(options: TrackerOptions): MadeTracker {
  const token = readTextSetting(options, "token") ?? options.env["JIRA_TOKEN"] ?? null;
  const project = readTextSetting(options, "projectKey") ?? readTextSetting(options, "project");
  const base = readUrlSetting(options, "url");
  if (base === null) return reportMissing("jira", "an address: set `url`, such as https://team.atlassian.net");
  if (token === null) return reportMissingToken("jira", "JIRA_TOKEN");
  if (project === null || !/^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(project))
    return reportMissing("jira", "a project: set `projectKey`, such as ENG, in the tracker's block");
  const unsafe = refuseUnsafe("jira", base);
  if (unsafe !== null) return unsafe;
  const authorization = formatAuthorization(options, token);
  const broker = options.brokerOf(formatCredentialName("jira", base.host, authorization));
  const asking = createRemote({
    ...{ name: "Jira", base, broker, ...buildRemoteOptions(options) },
    authorize: async () => ({ ok: true, value: { authorization } }),
  });
  const isCloud = options.settings["cloud"] === true || base.hostname.endsWith(".atlassian.net");
  const references = createIssueKeys(options.project);
  const jira = createJira(asking, { isCloud, project: project.toUpperCase(), references }, options.clock.wallMs);
  return { ok: true, tracker: createTrackerOver(jira, options, broker.credential) };
}

/** A token of Cloud belongs to an address; one of Server stands for itself. */
function formatAuthorization(options: TrackerOptions, token: string): string {
  const email = readTextSetting(options, "email") ?? options.env["JIRA_EMAIL"] ?? null;
  return email === null ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`;
}

function createTrackerOver(jira: Jira, options: TrackerOptions, credential: string): TrackerPlugin {
  const { wallMs } = options.clock;
  const people = createJiraAuthors(jira, {
    bots: options.bots,
    nowMs: wallMs,
    tell: options.tell ?? (() => undefined),
  });
  const shown = (issue: JiraIssue): Promise<IssueSnapshot> => toJiraSnapshot(jira, people, issue);
  const doubt = createDoubt(wallMs);
  const { key: keyOf } = jira.references;
  const again = async (issue: string): Promise<SlotResult<IssueSnapshot, "gone">> => {
    const read = await jira.issue(keyOf(issue));
    if (!read.ok) return failOne(read.error);
    const wanted = await isWanted(jira, options, read.value);
    return wanted.ok ? ok({ ...(await shown(read.value)), isWanted: wanted.value }) : listFailed(wanted.error);
  };
  return {
    name: "jira",
    credential,
    since: (cursor) => readSince({ jira, options, people, doubt, shown }, cursor),
    read: again,
    close: async ({ issue: id, text, key }) => {
      const issue = keyOf(id);
      const read = await jira.issue(issue);
      if (!read.ok) return failOne(read.error);
      const before = await wasCommented(jira, issue, key);
      if (!before.ok) return failOne(before.error);
      if (before.value) return ok(null);
      const moved = await moveJiraIssue(jira, read.value, findWish("landed", options.moves), "loop");
      if (!moved.ok) return failOne(moved.error);
      const words = [text === "" ? "Done." : text, moved.value.asks ?? ""].join("\n\n").trim();
      const said = await addComment(jira, issue, { text: words, key, by: "loop" });
      return said.ok ? again(issue) : failOne(said.error);
    },
    move: async ({ issue: id, to, change, key }) => {
      const issue = keyOf(id);
      const read = await jira.issue(issue);
      if (!read.ok) return failOne(read.error);
      if (toJiraIssueState(read.value.fields).kind === "closed") return ok(null);
      const linked = await linkJiraChange(jira, issue, change);
      if (!linked.ok) return failOne(linked.error);
      const moved = await moveJiraIssue(jira, read.value, findWish(to, options.moves), "loop");
      if (!moved.ok) return failOne(moved.error);
      const { isMoved, asks } = moved.value;
      if (asks === null) return isMoved ? again(issue) : ok(null);
      const told = await sayOnce(jira, issue, { text: asks, key, by: "loop" });
      return told.ok ? ok(null) : failOne(told.error);
    },
    desk: createJiraIssueEditor(jira, people, options),
  };
}

type SinceParts = {
  readonly jira: Jira;
  readonly options: TrackerOptions;
  readonly people: ReturnType<typeof createJiraAuthors>;
  readonly doubt: ReturnType<typeof createDoubt>;
  readonly shown: (issue: JiraIssue) => Promise<IssueSnapshot>;
};

/** What changed after the cursor, up to the first issue whose author cannot be judged yet. */
async function readSince(
  { jira, options, people, doubt, shown }: SinceParts,
  cursor: string | null,
): ReturnType<TrackerPlugin["since"]> {
  const found = await jira.search(buildQuery(jira, options, cursor, options.clock.wallMs()));
  if (!found.ok) return listFailed(found.error);
  const now = found.value.map(({ key }) => key.slice(0, key.lastIndexOf("-"))).find((key) => key !== jira.project);
  if (now !== undefined) return listFailed(createKeyRenamer(jira.project, now).error);
  const fresh = found.value.filter(({ fields }) => cursor === null || parseMoment(fields.updated) > Number(cursor));
  const sure = await takeUpToDoubt(doubt, fresh, async (issue) => {
    const snapshot = await shown(issue);
    return { snapshot, isSure: !people.mayAsk() || isVouchedFor(issue, snapshot) };
  });
  if (cursor === null && sure.length < Math.min(1, fresh.length)) return reportFirstDoubt("Jira");
  const newest = Math.max(Number(cursor ?? 0), ...sure.map(({ issue }) => parseMoment(issue.fields.updated)));
  return ok({ issues: sure.map(({ snapshot }) => ({ ...snapshot, isWanted: true })), cursor: String(newest) });
}

/** An issue that shows nobody as its author will not show one later. */
const isVouchedFor = ({ fields }: JiraIssue, { author }: IssueSnapshot): boolean =>
  (fields.reporter ?? fields.creator ?? null) === null || author.kind !== "person" || author.canWrite.known;

/** Jira compares minutes: a little more is asked for than changed, and what is known already is left out. */
function buildQuery(jira: Jira, options: TrackerOptions, cursor: string | null, nowMs: number): string {
  const minutes = Math.max(3, Math.ceil((nowMs - Number(cursor)) / 60_000) + 2);
  return [
    `project = ${quoteText(jira.project)}`,
    ...listWishes(options),
    cursor === null ? "statusCategory != Done" : `updated >= "-${minutes}m"`,
  ]
    .join(" AND ")
    .concat(" ORDER BY updated ASC");
}

/** Without its order, which is ours. */
const dropOrder = (jql: string): string => jql.replace(/\border\s+by\s[\s\S]*$/i, "").trim();

function listWishes(options: TrackerOptions): readonly string[] {
  const labels = readTextsSetting(options, "labels");
  const assignee = readTextSetting(options, "assignee");
  const own = dropOrder(readTextSetting(options, "query") ?? "");
  return [
    ...labels.map((label) => `labels = ${quoteText(label)}`),
    ...(assignee === null ? [] : [`assignee = ${quoteText(assignee)}`]),
    ...(own === "" ? [] : [`(${own})`]),
  ];
}

/** A query of one's own only Jira can read. */
async function isWanted(jira: Jira, options: TrackerOptions, { key }: JiraIssue): Promise<RemoteResult<boolean>> {
  if (!key.startsWith(`${jira.project}-`)) return { ok: true, value: false };
  const wishes = listWishes(options);
  if (wishes.length === 0) return { ok: true, value: true };
  const found = await jira.search([`key = ${quoteText(key)}`, ...wishes].join(" AND "));
  return found.ok ? { ok: true, value: found.value.length > 0 } : found;
}
