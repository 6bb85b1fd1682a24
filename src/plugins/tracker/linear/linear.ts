/** The questions we ask Linear, each answered or failed like any other slot. */
import { askGraphql } from "../../remote/http/graphql.ts";
import type { Remote } from "../../remote/http/remote.ts";
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import type { SendLinear } from "./linear-ask.ts";
import { ANY_ISSUE, ISSUES, READ_ISSUE, TEAM } from "./documents.ts";
import { parseIds, parseIssue, parseIssues, parseTeams, type LinearIssue, type LinearTeam } from "./parse-linear.ts";
import { createIssueCompleter, type WholeIssues } from "./whole-issue.ts";

export type Linear = {
  readonly ask: SendLinear;
  /** All pages, up to a limit. */
  readonly issues: (filter: object, by?: "person") => Promise<RemoteResult<readonly LinearIssue[]>>;
  /** Is there one that fits? Costs next to nothing. */
  readonly hasAny: (filter: object) => Promise<RemoteResult<boolean>>;
  /** By its id or as people write it: `ENG-12`. */
  readonly issue: (id: string, by?: "person") => Promise<RemoteResult<LinearIssue>>;
  /** With all of what it has many of. */
  readonly whole: WholeIssues;
  readonly team: () => Promise<RemoteResult<LinearTeam>>;
};

const PAGES_MAX = 80;
/** The states of a team hardly ever change. */
const TEAM_KEPT_MS = 5 * 60_000;

export function createLinear(remote: Remote, team: object, nowMs: () => number): Linear {
  let kept: { readonly team: LinearTeam; readonly atMs: number } | null = null;
  const ask: SendLinear = async (request, parse) => {
    const answer = await askGraphql(remote, request);
    if (!answer.ok) return { ok: false, error: toGone(answer.error) };
    if (answer.value === null) return failRemote("gone", "Linear has nothing of that name.");
    const parsed = parse(answer.value);
    if (parsed !== null) return { ok: true, value: parsed };
    return failRemote("unavailable", "unexpected response from Linear");
  };
  const whole = createIssueCompleter(ask);
  const teamNow: Linear["team"] = async () => {
    if (kept !== null && nowMs() - kept.atMs < TEAM_KEPT_MS) return { ok: true, value: kept.team };
    const read = await ask({ document: TEAM, variables: { filter: team } }, parseTeams);
    if (!read.ok) return read;
    const [found] = read.value.teams.nodes;
    if (found === undefined) return failRemote("refused", "Linear has no such team: look at `teamId`.");
    kept = { team: found, atMs: nowMs() };
    return { ok: true, value: found };
  };
  return {
    ask,
    whole,
    issues: (filter, by = undefined) => createIssuePages(ask, whole, filter, by),
    hasAny: async (filter) => {
      const read = await ask({ document: ANY_ISSUE, variables: { filter } }, parseIds);
      return read.ok ? { ok: true, value: read.value.issues.nodes.length > 0 } : read;
    },
    issue: async (id, by = undefined) => {
      if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) return failRemote("gone", `There is no issue ${id}.`);
      const read = await ask({ document: READ_ISSUE, variables: { id }, ...askAs(by) }, parseIssue);
      if (!read.ok) return read;
      const { issue } = read.value;
      if (!isKey(id) || issue.identifier.toLowerCase() === id.toLowerCase()) return whole(issue, by);
      // An issue that was moved to another team is found under its former key, too, and so are those of a team that got another.
      const ours = await teamNow();
      if (!ours.ok) return ours;
      return failRemote("gone", `There is no issue ${id} any more: it is ${issue.identifier} now.`);
    },
    team: teamNow,
  };
}

const askAs = (by: "person" | undefined): { readonly by?: "person" } => (by === undefined ? {} : { by });

async function createIssuePages(ask: SendLinear, whole: WholeIssues, filter: object, by: "person" | undefined) {
  const issues: LinearIssue[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const variables: Readonly<Record<string, unknown>> = { filter, after };
    const read: RemoteResult<NonNullable<ReturnType<typeof parseIssues>>> = await ask(
      { document: ISSUES, variables, ...askAs(by) },
      parseIssues,
    );
    if (!read.ok) return read;
    const { nodes, pageInfo } = read.value.issues;
    for (const issue of nodes) {
      const complete = await whole(issue, by);
      if (!complete.ok) return complete;
      issues.push(complete.value);
    }
    after = pageInfo.endCursor ?? null;
    if (!pageInfo.hasNextPage || after === null) break;
  }
  return { ok: true as const, value: issues };
}

/** It says so in words only. */
function toGone<Failure extends { readonly code: string; readonly said: string }>(error: Failure): Failure {
  return error.code === "refused" && /not found|could not find/i.test(error.said) ? { ...error, code: "gone" } : error;
}

/** As people know issues; else it is an id. */
const isKey = (id: string): boolean => /^[A-Za-z][A-Za-z0-9]{0,9}-\d{1,9}$/.test(id);
