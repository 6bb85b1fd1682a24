/** What is written at Jira. A comment carries the key of its deed as a property: where it is, the deed was done. */
import type { IssueMoment } from "../../../domain/issue.ts";
import type { RemoteResult } from "../../remote/remote-result.ts";
import { remoteFailure } from "../../remote/remote-result.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { PROPERTY, type Jira } from "./jira.ts";
import { parseKey, type JiraIssue, type JiraTransition } from "./parse-jira.ts";
import { NOT_PLANNED } from "./snapshot.ts";

export const anything = (answer: unknown): object => (typeof answer === "object" && answer !== null ? answer : {});

export async function wasDone(jira: Jira, issue: string, key: string): Promise<RemoteResult<boolean>> {
  const comments = await jira.comments(issue);
  if (!comments.ok) return comments;
  const keys = comments.value.flatMap(({ properties }) =>
    (properties ?? []).flatMap((one) => (one.key === PROPERTY ? [parseKey(one.value)] : [])),
  );
  return { ok: true, value: keys.includes(key) };
}

export function say(jira: Jira, issue: string, { text, key, by }: Said): Promise<RemoteResult<object>> {
  const body = { body: jira.written(text), properties: [{ key: PROPERTY, value: { key } }] };
  return jira.ask({ method: "POST", path: `issue/${encodeURIComponent(issue)}/comment`, body, by }, anything);
}

export type Said = { readonly text: string; readonly key: string; readonly by: "person" | "loop" };

/** The state that settings name, or the one that fits by its kind. Null: none is meant. */
export type Wish = { readonly named: string | null; readonly fits: (transition: JiraTransition) => boolean };

export function wishOf(moment: IssueMoment, moves: TrackerOptions["moves"]): Wish | null {
  const chosen = moves[moment];
  if (chosen === false) return null;
  return { named: typeof chosen === "string" ? chosen : null, fits: FITS[moment] };
}

const categoryOf = ({ to }: JiraTransition): string => to.statusCategory.key;
const isReview = ({ to }: JiraTransition): boolean => /review/i.test(to.name);

const FITS: Readonly<Record<IssueMoment, (transition: JiraTransition) => boolean>> = {
  started: (one) => categoryOf(one) === "indeterminate" && !isReview(one) && !/block|hold|wait/i.test(one.to.name),
  change_opened: (one) => categoryOf(one) === "indeterminate" && isReview(one),
  escalated: (one) => categoryOf(one) === "indeterminate" && /block|hold|needs/i.test(one.to.name),
  stopped: (one) => categoryOf(one) === "new",
  landed: (one) => categoryOf(one) === "done" && !NOT_PLANNED.test(one.to.name),
};

export const notPlanned: Wish = {
  named: null,
  fits: (one) => categoryOf(one) === "done" && NOT_PLANNED.test(`${one.to.name} ${one.name}`),
};

/** True: it was moved. What is there already, or has no way there, is left. */
export async function moveTo(
  jira: Jira,
  issue: JiraIssue,
  wish: Wish | null,
  by: "person" | "loop",
): Promise<RemoteResult<boolean>> {
  if (wish === null) return { ok: true, value: false };
  const { key, fields } = issue;
  const isThere =
    wish.named === null
      ? wish.fits({ id: "", name: fields.status.name, to: fields.status })
      : wish.named.toLowerCase() === fields.status.name.toLowerCase();
  if (isThere) return { ok: true, value: false };
  const ways = await jira.transitions(key);
  if (!ways.ok) return ways;
  const way = ways.value.find((one) =>
    wish.named === null
      ? wish.fits(one)
      : [one.to.name, one.name].some((name) => name.toLowerCase() === wish.named?.toLowerCase()),
  );
  if (way === undefined) return { ok: true, value: false };
  const path = `issue/${encodeURIComponent(key)}/transitions`;
  const body = { transition: { id: way.id } };
  const moved = await jira.ask({ method: "POST", path, body, by }, anything);
  return moved.ok ? { ok: true, value: true } : moved;
}

/** The same address is linked once: its id tells. */
export function link(
  jira: Jira,
  issue: string,
  change: { readonly title: string; readonly url: string | null } | null,
): Promise<RemoteResult<object>> {
  if (change === null || change.url === null) return Promise.resolve({ ok: true, value: {} });
  const { title, url } = change;
  const body = { globalId: `ao=${url}`, application: { name: "Agent Orchestrator" }, object: { url, title } };
  return jira.ask({ method: "POST", path: `issue/${encodeURIComponent(issue)}/remotelink`, body }, anything);
}

export const noWay = (issue: string) =>
  remoteFailure("refused", `Nothing was changed: the workflow of ${issue} leads from its state to none of that kind.`);
