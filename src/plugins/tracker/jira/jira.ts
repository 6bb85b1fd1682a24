/** The questions we ask Jira. Cloud speaks version 3 and documents, Server version 2 and wiki text. */
import { fitText } from "../../remote/text/fit-texts.ts";
import { createPageSize, type PageSize } from "../../remote/http/page-size.ts";
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import type { Remote, RemoteRequest } from "../../remote/http/remote.ts";
import {
  parseComments,
  parseCreated,
  parseFound,
  parseIssue,
  parseProperties,
  parseTransitions,
  type JiraComment,
  type JiraIssue,
  type JiraTransition,
} from "./parse-jira.ts";
import type { IssueKeys } from "../../remote/issue-keys.ts";
import { parseAdf } from "./parse-adf.ts";
import { readWiki } from "./read-wiki.ts";
import { writeAdf } from "./write-adf.ts";
import { writeWiki } from "./write-wiki.ts";

export type Jira = {
  readonly isCloud: boolean;
  readonly project: string;
  /** Ids of issues here, and their keys there. */
  readonly references: IssueKeys;
  readonly ask: <T>(ask: RemoteRequest, parse: (answer: unknown) => T | null) => Promise<RemoteResult<T>>;
  /** On Cloud with what deeds of ours left there; Server shows that of one issue only. */
  readonly search: (jql: string, by?: "person") => Promise<RemoteResult<readonly JiraIssue[]>>;
  readonly issue: (key: string, by?: "person") => Promise<RemoteResult<JiraIssue>>;
  /** What a deed of ours left there; undefined: nothing. */
  readonly deedProperty: (issue: JiraIssue, by?: "person") => Promise<RemoteResult<unknown>>;
  /** The oldest first; of thousands the newest. */
  readonly comments: (key: string, by?: "person") => Promise<RemoteResult<readonly JiraComment[]>>;
  /** Looked for among the newest first. */
  readonly hasComment: (key: string, isIt: (comment: JiraComment) => boolean) => Promise<RemoteResult<boolean>>;
  readonly transitions: (key: string) => Promise<RemoteResult<readonly JiraTransition[]>>;
  /** Jira's own form of a text, from Markdown and to it. */
  readonly written: (markdown: string) => unknown;
  readonly read: (text: unknown) => string;
};

const FIELDS = [
  ...["summary", "description", "reporter", "creator", "assignee", "labels", "priority", "status", "resolution"],
  ...["issuelinks", "subtasks", "created", "updated"],
];
/** Whole issues are large: of fewer still a look would take too many requests. */
const SEARCH_SIZE = { most: 50, least: 5 };
const ISSUES_MAX = 2_000;
const COMMENTS_SIZE = { most: 100, least: 10 };
/** As many as Jira itself lets an issue have. */
const COMMENTS_MAX = 5_000;
/** Where a deed leaves its key. */
export const PROPERTY = "ao.deed";

type JiraPlace = Pick<Jira, "isCloud" | "project" | "references">;

export function createJira(remote: Remote, given: JiraPlace, wallMs: () => number): Jira {
  const { isCloud } = given;
  const searchSize = createPageSize({ ...SEARCH_SIZE, wallMs });
  const commentsSize = createPageSize({ ...COMMENTS_SIZE, wallMs });
  const api = `rest/api/${isCloud ? "3" : "2"}/`;
  const ask: Jira["ask"] = async (request, parse) => {
    const answer = await remote.ask({ ...request, path: `${api}${request.path}` });
    if (!answer.ok) return answer;
    const parsed = parse(answer.value.body);
    if (parsed !== null) return { ok: true, value: parsed };
    return failRemote("unavailable", "unexpected response from Jira");
  };
  const of = (key: string): string => `issue/${encodeURIComponent(key)}`;
  return {
    ...given,
    ask,
    search: (jql, by = undefined) => searchSize.asking((size) => searchIssues(ask, size, { isCloud, jql, by })),
    issue: async (key, by = undefined) => {
      if (!isKey(key)) return failRemote("gone", `There is no issue ${key}.`);
      const read = await ask({ path: of(key), query: { fields: FIELDS.join(",") }, ...askAs(by) }, parseIssue);
      if (!read.ok || read.value.key.toLowerCase() === key.toLowerCase()) return read;
      // Under the key of one that was moved Jira shows it as it is in the other project.
      const project = await ask({ path: `project/${given.project}`, ...askAs(by) }, parseCreated);
      if (project.ok && project.value.key !== given.project) return createKeyRenamer(given.project, project.value.key);
      return failRemote("gone", `There is no issue ${key} any more: it is ${read.value.key} now.`);
    },
    deedProperty: async ({ key, properties }, by = undefined) => {
      if (isCloud) return { ok: true, value: properties?.[PROPERTY] };
      const query = { fields: "summary", properties: PROPERTY };
      const read = await ask({ path: of(key), query, ...askAs(by) }, parseProperties);
      return read.ok ? { ok: true, value: read.value.properties?.[PROPERTY] } : read;
    },
    comments: async (key, by = undefined) => {
      const read = await readNewestComments(
        ask,
        commentsSize,
        { path: `${of(key)}/comment`, ...askAs(by) },
        () => false,
      );
      return read.ok ? { ok: true, value: [...read.value].reverse() } : read;
    },
    hasComment: async (key, isIt) => {
      const read = await readNewestComments(ask, commentsSize, { path: `${of(key)}/comment` }, isIt);
      return read.ok ? { ok: true, value: read.value.some(isIt) } : read;
    },
    transitions: async (key) => {
      const query = { expand: "transitions.fields" };
      const read = await ask({ path: `${of(key)}/transitions`, query }, parseTransitions);
      return read.ok ? { ok: true, value: read.value.transitions } : read;
    },
    written: (markdown) => (isCloud ? writeAdf : writeWiki)(fitText(markdown, TEXTS)),
    read: (text) => (isCloud ? parseAdf(text) : readWiki(typeof text === "string" ? text : "")),
  };
}

/** Jira knows a project by its former key, too, and shows its issues by the new one: none of them is gone, and none is new. */
export const createKeyRenamer = (before: string, now: string) =>
  failRemote("refused", `Jira calls the project ${before} ${now} now: set \`projectKey: ${now}\``);

/** Jira takes 32,767 characters; its own form of a text has more of them than ours. */
const TEXTS = { name: "Jira", textMax: 30_000 };
export const TITLE_MAX = 255;

export const isKey = (key: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,30}-\d{1,9}$/.test(key);

const askAs = (by: "person" | undefined): { readonly by?: "person" } => (by === undefined ? {} : { by });

/** Page by page until one is it; one that comes meanwhile moves the others on, so that some are read twice. */
async function readNewestComments(
  ask: Jira["ask"],
  size: PageSize,
  request: RemoteRequest,
  isIt: (comment: JiraComment) => boolean,
): Promise<RemoteResult<readonly JiraComment[]>> {
  const comments = new Map<string, JiraComment>();
  for (let startAt = 0; startAt < COMMENTS_MAX;) {
    const query = { expand: "properties", orderBy: "-created", startAt };
    const read: RemoteResult<NonNullable<ReturnType<typeof parseComments>>> = await size.asking((maxResults) =>
      ask({ ...request, query: { ...query, maxResults } }, parseComments),
    );
    if (!read.ok) return read;
    for (const comment of read.value.comments) comments.set(comment.id, comment);
    startAt += read.value.comments.length;
    const isLast = read.value.comments.length === 0 || startAt >= (read.value.total ?? 0);
    if (isLast || read.value.comments.some(isIt)) break;
  }
  return { ok: true, value: [...comments.values()] };
}

type Search = { readonly isCloud: boolean; readonly jql: string; readonly by: "person" | undefined };

/** A token leads on to pages of one size: with another the search begins anew. */
async function searchIssues(
  ask: Jira["ask"],
  size: number,
  { isCloud, jql, by }: Search,
): Promise<RemoteResult<readonly JiraIssue[]>> {
  const issues: JiraIssue[] = [];
  let token: string | null = null;
  for (let page = 0; page * size < ISSUES_MAX; page += 1) {
    const where: object = isCloud ? onCloud(token) : { startAt: issues.length };
    const body = { jql, fields: FIELDS, maxResults: size, ...where };
    const path = isCloud ? "search/jql" : "search";
    const found: RemoteResult<NonNullable<ReturnType<typeof parseFound>>> = await ask(
      { method: "POST", path, body, deed: "read", ...askAs(by) },
      parseFound,
    );
    if (!found.ok) return found;
    issues.push(...found.value.issues);
    token = found.value.nextPageToken ?? null;
    const isLast = isCloud ? token === null : issues.length >= (found.value.total ?? 0);
    if (isLast || found.value.issues.length === 0) break;
  }
  return { ok: true, value: issues };
}

/** Server knows no properties in a search, and refuses whoever asks for them. */
const onCloud = (token: string | null): object => {
  return { properties: [PROPERTY], ...(token === null ? {} : { nextPageToken: token }) };
};

/** A text in a query: what could end it is taken out. */
export const quoteText = (text: string): string => `"${text.replaceAll(/["\\\n\r]/g, " ")}"`;
