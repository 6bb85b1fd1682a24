/** Linear: issues of one team, read by what changed; states and a link to the change are written. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { ok } from "../../../slots/result.ts";
import { listFailed, oneFailed } from "../../remote/as-slot.ts";
import { credentialName } from "../../remote/credential-name.ts";
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
import { close, link, moveTo, teamFilter, teamNamed, type LinearParts } from "./deeds.ts";
import { linearAt, type Linear } from "./linear.ts";
import { linearDesk } from "./linear-desk.ts";
import type { LinearIssue } from "./parse-linear.ts";
import { snapshotOf, stateOf } from "./snapshot.ts";
import { versionsOf } from "./versions.ts";

const LINEAR_URL = "https://api.linear.app/";

export function linearTracker(options: TrackerOptions): MadeTracker {
  const token = textSetting(options, "token") ?? options.env["LINEAR_API_KEY"] ?? null;
  const team = textSetting(options, "teamId") ?? textSetting(options, "team");
  if (token === null) return lackingToken("linear", "LINEAR_API_KEY");
  if (team === null) return lacking("linear", "a team: set `teamId`, such as ENG, in the tracker's block");
  const base = urlSetting(options, "url") ?? new URL(LINEAR_URL);
  const unsafe = unsafeFor("linear", base);
  if (unsafe !== null) return unsafe;
  const credential = credentialName("linear", base.host, token);
  const broker = options.brokerOf(credential);
  const asking = remote({
    ...{ name: "Linear", base, broker, ...askingWith(options) },
    // A personal key goes as it is, an OAuth token as a bearer.
    authorize: async () => ({
      ok: true,
      value: { authorization: token.startsWith("lin_api_") ? token : `Bearer ${token}` },
    }),
  });
  const linear = linearAt(asking, teamNamed(team), options.clock.wallMs);
  return { ok: true, tracker: trackerOver(linear, { ...options, credential, team, versions: versionsOf() }) };
}

function trackerOver(linear: Linear, parts: LinearParts): TrackerPlugin {
  const { credential } = parts;
  const { key: keyOf } = issueKeysOf(parts.project);
  const shown = (issue: LinearIssue): IssueSnapshot => ({
    ...snapshotOf(issue, parts),
    isWanted: isWanted(parts, issue),
  });
  return {
    name: "linear",
    credential,
    since: async (cursor) => {
      const filter = filterOf(parts, cursor);
      const any = cursor === null ? { ok: true as const, value: true } : await linear.hasAny(filter);
      if (!any.ok) return listFailed(any.error);
      if (!any.value) return ok({ issues: [], cursor: cursor ?? EVER });
      const found = await linear.issues(filter);
      if (!found.ok) return listFailed(found.error);
      // A team that is not there has no issues either.
      const team = found.value.length === 0 ? await linear.team() : null;
      if (team?.ok === false) return listFailed(team.error);
      const newest = found.value.map(({ updatedAt }) => updatedAt).reduce(later, cursor ?? EVER);
      return ok({ issues: found.value.filter((issue) => mayConcern(parts, issue)).map(shown), cursor: newest });
    },
    read: async (issue) => {
      const read = await linear.issue(keyOf(issue));
      return read.ok ? ok(shown(read.value)) : oneFailed(read.error);
    },
    close: async ({ issue, text, key }) => close(linear, parts, { issue, text, key }),
    move: async (move) => {
      const read = await linear.issue(keyOf(move.issue));
      if (!read.ok) return oneFailed(read.error);
      if (stateOf(read.value.state.type).kind === "closed") return ok(null);
      const linked = await link(linear, read.value.id, move.change);
      if (!linked.ok) return oneFailed(linked.error);
      return moveTo(linear, parts, read.value, move.to);
    },
    desk: linearDesk(linear, parts),
  };
}

const EVER = "1970-01-01T00:00:00.000Z";
const later = (one: string, other: string): string => (Date.parse(other) > Date.parse(one) ? other : one);

const CLOSED = ["completed", "canceled", "duplicate"];

/**
 * An open issue outside the chosen states is told of only when it was in one of them: somebody may be at work on it, and
 * it is our own moves that take it elsewhere.
 */
function mayConcern(parts: LinearParts, { state, history }: LinearIssue): boolean {
  const states = textsSetting(parts, "states");
  if (states.length === 0 || stateOf(state.type).kind === "closed") return true;
  return [state, ...history.nodes.map(({ fromState }) => fromState)].some((one) => states.includes(one?.name ?? ""));
}

/** As `filterOf` asks Linear for what is open. */
function isWanted(parts: LinearParts, { state, labels, assignee, team }: LinearIssue): boolean {
  const [wanted, states] = [textsSetting(parts, "labels"), textsSetting(parts, "states")];
  const whose = textSetting(parts, "assignee");
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
function filterOf(parts: LinearParts, cursor: string | null): object {
  const labels = textsSetting(parts, "labels");
  const states = textsSetting(parts, "states");
  const assignee = textSetting(parts, "assignee");
  return {
    ...teamFilter(parts),
    ...(labels.length === 0
      ? {}
      : { and: labels.map((name) => ({ labels: { some: { name: { eqIgnoreCase: name } } } })) }),
    ...(assignee === null ? {} : { assignee: { displayName: { eq: assignee } } }),
    ...(cursor === null
      ? { state: { type: { nin: [...CLOSED, "triage"] }, ...(states.length === 0 ? {} : { name: { in: states } }) } }
      : { state: { type: { neq: "triage" } }, updatedAt: { gt: cursor } }),
  };
}
