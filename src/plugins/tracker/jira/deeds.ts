/** What is written at Jira. A comment carries the key of its deed as a property: where it is, the deed was done. */
import { createHash } from "node:crypto";
import type { IssueProgress } from "../../../domain/issue/issue.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { fitTitle } from "../../remote/text/fit-texts.ts";
import { PROPERTY, TITLE_MAX, type Jira } from "./jira.ts";
import { parseKey, type JiraIssue, type JiraTransition } from "./parse-jira.ts";
import { fillFields } from "./fill.ts";
import { NOT_PLANNED } from "./snapshot.ts";

export const acceptAnyAnswer = (answer: unknown): object =>
  typeof answer === "object" && answer !== null ? answer : {};

export function wasCommented(jira: Jira, issue: string, key: string): Promise<RemoteResult<boolean>> {
  return jira.hasComment(issue, ({ properties }) =>
    (properties ?? []).some((one) => one.key === PROPERTY && parseKey(one.value) === key),
  );
}

export function addComment(jira: Jira, issue: string, { text, key, by }: CommentToAdd): Promise<RemoteResult<object>> {
  const body = { body: jira.written(text), properties: [{ key: PROPERTY, value: { key } }] };
  return jira.ask({ method: "POST", path: `issue/${encodeURIComponent(issue)}/comment`, body, by }, acceptAnyAnswer);
}

export async function sayOnce(jira: Jira, issue: string, said: CommentToAdd): Promise<RemoteResult<object>> {
  const before = await wasCommented(jira, issue, said.key);
  if (!before.ok || before.value) return before.ok ? { ok: true, value: {} } : before;
  return addComment(jira, issue, said);
}

export type CommentToAdd = { readonly text: string; readonly key: string; readonly by: "person" | "loop" };

/** The state that settings name, or the one that fits by its kind. Null: none is meant. */
export type TransitionTarget = {
  readonly named: string | null;
  readonly fits: (transition: JiraTransition) => boolean;
  /** Its resolution is one of those that say so. */
  readonly isNotPlanned?: true;
};

export function findWish(moment: IssueProgress, moves: TrackerOptions["moves"]): TransitionTarget | null {
  const chosen = moves[moment];
  if (chosen === false) return null;
  return { named: typeof chosen === "string" ? chosen : null, fits: FITS[moment] };
}

const findCategory = ({ to }: JiraTransition): string => to.statusCategory.key;
const isReview = ({ to }: JiraTransition): boolean => /review/i.test(to.name);

const FITS: Readonly<Record<IssueProgress, (transition: JiraTransition) => boolean>> = {
  started: (one) => findCategory(one) === "indeterminate" && !isReview(one) && !/block|hold|wait/i.test(one.to.name),
  change_opened: (one) => findCategory(one) === "indeterminate" && isReview(one),
  escalated: (one) => findCategory(one) === "indeterminate" && /block|hold|needs/i.test(one.to.name),
  stopped: (one) => findCategory(one) === "new",
  landed: (one) => findCategory(one) === "done" && !NOT_PLANNED.test(one.to.name),
};

export const notPlanned: TransitionTarget = {
  named: null,
  isNotPlanned: true,
  fits: (one) => findCategory(one) === "done" && NOT_PLANNED.test(`${one.to.name} ${one.name}`),
};

/** `asks`: a sentence on what only a person can give; it was left for that. */
export type Moved = { readonly isMoved: boolean; readonly asks: string | null };

const LEFT: RemoteResult<Moved> = { ok: true, value: { isMoved: false, asks: null } };

/** What is there already, or has no way there, is left. */
export async function moveJiraIssue(
  jira: Jira,
  issue: JiraIssue,
  wish: TransitionTarget | null,
  by: "person" | "loop",
): Promise<RemoteResult<Moved>> {
  if (wish === null) return LEFT;
  const { key, fields } = issue;
  const isThere =
    wish.named === null
      ? wish.fits({ id: "", name: fields.status.name, to: fields.status })
      : wish.named.toLowerCase() === fields.status.name.toLowerCase();
  if (isThere) return LEFT;
  const ways = await jira.transitions(key);
  if (!ways.ok) return ways;
  const [way] = listWays(ways.value, wish);
  if (way === undefined) return LEFT;
  if (way.asks.length > 0)
    return { ok: true, value: { isMoved: false, asks: explainAsks(way.asks, way.transition.to.name) } };
  const path = `issue/${encodeURIComponent(key)}/transitions`;
  const given = Object.keys(way.fields).length === 0 ? {} : { fields: way.fields };
  const body = { transition: { id: way.transition.id }, ...given };
  const moved = await jira.ask({ method: "POST", path, body, by }, acceptAnyAnswer);
  return moved.ok ? { ok: true, value: { isMoved: true, asks: null } } : moved;
}

type Way = ReturnType<typeof fillFields> & { readonly transition: JiraTransition };

/** Those that ask for nothing that we lack come first. */
function listWays(transitions: readonly JiraTransition[], wish: TransitionTarget): readonly Way[] {
  const fitting = transitions.filter((one) =>
    wish.named === null
      ? wish.fits(one)
      : [one.to.name, one.name].some((name) => name.toLowerCase() === wish.named?.toLowerCase()),
  );
  const ways = fitting.map((transition) => ({ transition, ...fillFields(transition, wish) }));
  return ways.sort((one, other) => one.asks.length - other.asks.length);
}

const explainAsks = (names: readonly string[], status: string): string =>
  `Jira asks for ${names.join(" and ")} before it goes to ${status}, so it was left where it is.`;

/** The same address is linked once: its id tells. */
export function linkJiraChange(
  jira: Jira,
  issue: string,
  change: { readonly title: string; readonly url: string | null } | null,
): Promise<RemoteResult<object>> {
  if (change === null || change.url === null) return Promise.resolve({ ok: true, value: {} });
  const { title, url } = change;
  const object = { url, title: fitTitle(title, TITLE_MAX) };
  const body = { globalId: formatGlobalId(url), application: { name: "Agent Orchestrator" }, object };
  return jira.ask({ method: "POST", path: `issue/${encodeURIComponent(issue)}/remotelink`, body }, acceptAnyAnswer);
}

/** Jira takes no more characters of it. */
const GLOBAL_ID_MAX = 255;

function formatGlobalId(url: string): string {
  const id = `ao=${url}`;
  return id.length <= GLOBAL_ID_MAX ? id : `ao=sha256:${createHash("sha256").update(url).digest("hex")}`;
}

export const reportNoWay = (issue: string) =>
  failRemote("refused", `Nothing was changed: the workflow of ${issue} leads from its state to none of that kind.`);

export const reportStays = (issue: string, asks: string) =>
  failRemote("refused", `Nothing was changed at ${issue}: ${asks}`);
