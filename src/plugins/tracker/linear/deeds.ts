/** What is written at Linear. Each deed bears being done again: its comment, issue or link has an id of its own. */
import type { IssueId } from "../../../domain/model/ids.ts";
import type { IssueProgress, IssueSnapshot } from "../../../domain/issue/issue.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import { failOne } from "../../remote/as-slot.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { deriveKeyUuid } from "../../remote/key-uuid.ts";
import type { RemoteFailure, RemoteResult } from "../../remote/http/remote-result.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { ATTACH, COMMENT, CREATE_COMMENT, UPDATE_ISSUE } from "./documents.ts";
import type { Linear } from "./linear.ts";
import { chooseTargetState } from "./moves.ts";
import { parseUpdated, type LinearIssue } from "./parse-linear.ts";
import { toLinearSnapshot, toLinearIssueState } from "./snapshot.ts";
import type { Versions } from "./versions.ts";

export type LinearParts = TrackerOptions & {
  readonly credential: string;
  readonly team: string;
  readonly versions: Versions;
};

/** By its key, as people know it, or by its id. */
export function filterByTeamName(team: string): object {
  const isKey = /^[A-Za-z][A-Za-z0-9]{0,9}$/.test(team);
  return isKey ? { key: { eq: team.toUpperCase() } } : { id: { eq: team } };
}

export const filterByTeam = ({ team }: LinearParts): object => ({ team: filterByTeamName(team) });

type Closing = { readonly issue: IssueId; readonly text: string; readonly key: string };

/** The comment comes last and carries the key: where it is, all of it was done. */
export async function close(
  linear: Linear,
  parts: LinearParts,
  { issue, text, key }: Closing,
): Promise<SlotResult<IssueSnapshot | null, "gone">> {
  const id = deriveKeyUuid(key);
  const said = await linear.ask({ document: COMMENT, variables: { id } }, acceptAny);
  if (said.ok) return ok(null);
  if (said.error.code !== "gone") return failOne(said.error);
  const read = await linear.issue(createIssueKeys(parts.project).key(issue));
  if (!read.ok) return failOne(read.error);
  const isOpen = toLinearIssueState(read.value.state.type).kind === "open";
  const moved = isOpen ? await moveLinearIssue(linear, parts, read.value, "landed") : ok(null);
  if (!moved.ok) return moved;
  const body = cleanText(text) === "" ? "Done." : text;
  const input = { id, issueId: read.value.id, body };
  const written = await linear.ask({ document: CREATE_COMMENT, variables: { input } }, acceptAny);
  if (!written.ok && !isTaken(written.error)) return failOne(written.error);
  return moved;
}

export const acceptAny = (answer: unknown): object => (typeof answer === "object" && answer !== null ? answer : {});

/** Somebody was quicker with the same id: we ourselves, before an answer got lost. */
export const isTaken = ({ code, said }: RemoteFailure): boolean =>
  code === "conflict" || (code === "refused" && /already exists|duplicate|conflict/i.test(said));

export async function moveLinearIssue(
  linear: Linear,
  parts: LinearParts,
  issue: LinearIssue,
  moment: IssueProgress,
): Promise<SlotResult<IssueSnapshot | null, "gone">> {
  const team = await linear.team();
  if (!team.ok) return failOne(team.error);
  const state = chooseTargetState(team.value, moment, parts.moves);
  if (state === null || state.id === issue.state.id) return ok(null);
  const variables = { id: issue.id, input: { stateId: state.id } };
  const updated = await linear.ask({ document: UPDATE_ISSUE, variables }, parseUpdated);
  if (!updated.ok) return failOne(updated.error);
  const whole = await linear.whole(updated.value.issueUpdate.issue);
  return whole.ok ? ok(toLinearSnapshot(whole.value, parts)) : failOne(whole.error);
}

/** The same address is attached once, however often it is asked for. */
export async function linkLinearChange(
  linear: Linear,
  issue: string,
  change: { readonly title: string; readonly url: string | null } | null,
): Promise<RemoteResult<object>> {
  if (change?.url === undefined || change.url === null) return { ok: true, value: {} };
  const input = { issueId: issue, title: change.title, url: change.url };
  return linear.ask({ document: ATTACH, variables: { input } }, acceptAny);
}
