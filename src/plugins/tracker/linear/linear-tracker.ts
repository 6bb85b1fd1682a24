/** Linear: issues of one team, read by what changed; states and a link to the change are written. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { ok } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { formatCredentialName } from "../../remote/credential-name.ts";
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
import { close, linkLinearChange, moveLinearIssue, filterByTeam, filterByTeamName, type LinearParts } from "./deeds.ts";
import { createLinear, type Linear } from "./linear.ts";
import { createLinearIssueEditor } from "./linear-issue-editor.ts";
import type { LinearIssue } from "./parse-linear.ts";
import { toLinearSnapshot, toLinearIssueState } from "./snapshot.ts";
import { createVersions } from "./versions.ts";

const LINEAR_URL = "https://api.linear.app/";

export function createLinearTracker(options: TrackerOptions): MadeTracker {
  const token = readTextSetting(options, "token") ?? options.env["LINEAR_API_KEY"] ?? null;
  const team = readTextSetting(options, "teamId") ?? readTextSetting(options, "team");
  if (token === null) return reportMissingToken("linear", "LINEAR_API_KEY");
  if (team === null) return reportMissing("linear", "a team: set `teamId`, such as ENG, in the tracker's block");
  const base = readUrlSetting(options, "url") ?? new URL(LINEAR_URL);
  const unsafe = refuseUnsafe("linear", base);
  if (unsafe !== null) return unsafe;
  const credential = formatCredentialName("linear", base.host, token);
  const broker = options.brokerOf(credential);
  const asking = createRemote({
    ...{ name: "Linear", base, broker, ...buildRemoteOptions(options) },
    // A personal key goes as it is, an OAuth token as a bearer.
    authorize: async () => ({
      ok: true,
      value: { authorization: token.startsWith("lin_api_") ? token : `Bearer ${token}` },
    }),
  });
  const linear = createLinear(asking, filterByTeamName(team), options.clock.wallMs);
  return { ok: true, tracker: createTrackerOver(linear, { ...options, credential, team, versions: createVersions() }) };
}

function createTrackerOver(linear: Linear, parts: LinearParts): TrackerPlugin {
  const { credential } = parts;
  const { key: keyOf } = createIssueKeys(parts.project);
  const shown = (issue: LinearIssue): IssueSnapshot => ({
    ...toLinearSnapshot(issue, parts),
    isWanted: isWanted(parts, issue),
  });
  return {
    name: "linear",
    credential,
    since: async (cursor) => {
      const filter = buildFilter(parts, cursor);
      const any = cursor === null ? { ok: true as const, value: true } : await linear.hasAny(filter);
      if (!any.ok) return listFailed(any.error);
      if (!any.value) return ok({ issues: [], cursor: cursor ?? EVER });
      const found = await linear.issues(filter);
      if (!found.ok) return listFailed(found.error);
      // A team that is not there has no issues either.
      const team = found.value.length === 0 ? await linear.team() : null;
      if (team?.ok === false) return listFailed(team.error);
      const newest = found.value.map(({ updatedAt }) => updatedAt).reduce(takeLater, cursor ?? EVER);
      return ok({ issues: found.value.filter((issue) => mayConcern(parts, issue)).map(shown), cursor: newest });
    },
    read: async (issue) => {
      const read = await linear.issue(keyOf(issue));
      return read.ok ? ok(shown(read.value)) : failOne(read.error);
    },
    close: async ({ issue, text, key }) => close(linear, parts, { issue, text, key }),
    move: async (move) => {
      const read = await linear.issue(keyOf(move.issue));
      if (!read.ok) return failOne(read.error);
      if (toLinearIssueState(read.value.state.type).kind === "closed") return ok(null);
      const linked = await linkLinearChange(linear, read.value.id, move.change);
      if (!linked.ok) return failOne(linked.error);
      return moveLinearIssue(linear, parts, read.value, move.to);
    },
    desk: createLinearIssueEditor(linear, parts),
  };
}

const EVER = "1970-01-01T00:00:00.000Z";
const takeLater = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one);

const CLOSED = ["completed", "canceled", "duplicate"];

/**
 * An open issue outside the chosen states is told of only when it was in one of them: somebody may be at work on it, and
 * it is our own moves that take it elsewhere.
 */
function mayConcern(parts: LinearParts, { state, history }: LinearIssue): boolean {
  const states = readTextsSetting(parts, "states");
  if (states.length === 0 || toLinearIssueState(state.type).kind === "closed") return true;
  return [state, ...history.nodes.map(({ fromState }) => fromState)].some((one) => states.includes(one?.name ?? ""));
}

/** As `buildFilter` asks Linear for what is open. */
function isWanted(parts: LinearParts, { state, labels, assignee, team }: LinearIssue): boolean {
  const [wanted, states] = [readTextsSetting(parts, "labels"), readTextsSetting(parts, "states")];
  const whose = readTextSetting(parts, "assignee");
  const isOurs = team === null || team === undefined || [team.id, team.key].some((name) => isSame(name, parts.team));
  return (
    isOurs &&
    state.type !== "triage" &&
    (states.length === 0 || CLOSED.includes(state.type) || states.includes(state.name)) &&
    wanted.every((label) => labels.nodes.some(({ name }) => isSame(name, label))) &&
    (whose === null || assignee?.displayName === whose)
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Without a cursor all that is open; with one all that changed, closed ones too. What is still to be sorted is left out. */
function buildFilter(parts: LinearParts, cursor: string | null): object {
  const labels = readTextsSetting(parts, "labels");
  const states = readTextsSetting(parts, "states");
  const assignee = readTextSetting(parts, "assignee");
  return {
    ...filterByTeam(parts),
    ...(labels.length === 0
      ? {}
      : { and: labels.map((name) => ({ labels: { some: { name: { eqIgnoreCase: name } } } })) }),
    ...(assignee === null ? {} : { assignee: { displayName: { eq: assignee } } }),
    ...(cursor === null
      ? { state: { type: { nin: [...CLOSED, "triage"] }, ...(states.length === 0 ? {} : { name: { in: states } }) } }
      : { state: { type: { neq: "triage" } }, updatedAt: { gt: cursor } }),
  };
}
