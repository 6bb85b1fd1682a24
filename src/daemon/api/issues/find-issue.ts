/** What people may do at a project's tracker and forge, and which of them is meant. */
import { issueId } from "../../../domain/model/ids.ts";
import { findNearest } from "../../../lib/text/nearest.ts";
import { parseIssueReference } from "../../../protocol/issue/issue-reference.ts";
import type { IssueEditor, IssueDetail } from "../../../slots/issue-editor.ts";
import type { SlotError } from "../../../slots/result.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import type { DaemonContext, LocalEditors, RegisteredProject } from "../../context.ts";
import { refuse, type Refusal } from "../../http/refusal.ts";
import { webhookSources } from "../../webhooks/source.ts";
import { openSlots } from "../projects/opened-slots.ts";
import { findStartProject, addNumberSign } from "../sessions/start-session.ts";

export type OpenedProject = { readonly project: RegisteredProject; readonly slots: ProjectSlots };

/** Throws when nothing may be done in it now, or nothing can. */
export function openProject(context: DaemonContext, id: string | undefined): OpenedProject {
  const project = findStartProject(context, id);
  return { project, slots: openSlots(context, project, "nothing was done") };
}

export function getIssueEditor({ project, slots }: OpenedProject): IssueEditor {
  const { desk: editor, name } = slots.tracker;
  if (editor !== undefined) return editor;
  throw refuse("conflict", `nothing was done: the issues of ${project.id} are written in ${name} itself`);
}

export type FoundIssue = OpenedProject & { readonly desk: IssueEditor; readonly issue: IssueDetail };

/** By id, `#12` or `12`; in the named project, else in the only one that has it. */
export async function findIssue(
  context: DaemonContext,
  name: string,
  project: string | undefined,
): Promise<FoundIssue> {
  const opened = project === undefined ? openOnes(context) : [openProject(context, project)];
  const reference = parseIssueReference(name);
  const found = await Promise.all(opened.map((one) => findIssueIn(context, one, reference)));
  const there = found.flatMap((one) => one ?? []);
  const [only, ...others] = there;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const candidates = there.map(({ issue }) => issue.id);
    throw refuse("ambiguous", `several projects have an issue ${name}; nothing was done`, { candidates });
  }
  throw await refuseUnknownIssue(opened, name);
}

export function openOnes(context: DaemonContext): readonly OpenedProject[] {
  return context.projects.all().flatMap((project) => {
    const slots = context.slotsOf(project.id);
    return slots === undefined ? [] : [{ project, slots }];
  });
}

async function findIssueIn(
  context: DaemonContext,
  opened: OpenedProject,
  reference: string,
): Promise<FoundIssue | null> {
  for (const editor of [getIssueEditor(opened), ...findLeftHere(context, opened, reference, "issues")]) {
    const shown = await editor.show(issueId(reference));
    if (shown.ok) return { ...opened, desk: editor, issue: shown.value };
    if (shown.error.code !== "gone") throw toRefusal(shown.error);
  }
  return null;
}

/** What a project left in the local forge when it moved is known by its whole id. */
export function findLeftHere<Kind extends keyof LocalEditors>(
  { here }: DaemonContext,
  { project }: OpenedProject,
  reference: string,
  kind: Kind,
): readonly NonNullable<LocalEditors[Kind]>[] {
  const desk = /^[^#]+#/.test(reference) ? here(project.id)?.[kind] : undefined;
  return desk === undefined ? [] : [desk];
}

/** A whole id of a project that has no such number is told apart from a typing error in it. */
async function refuseUnknownIssue(opened: readonly OpenedProject[], name: string): Promise<Refusal> {
  const lists = await Promise.all(opened.map((one) => getIssueEditor(one).list({ all: false })));
  const ids = lists.flatMap((list) => (list.ok ? list.value.map(({ id }) => String(id)) : []));
  const meant = findNearest(name, ids);
  const [only, ...others] = opened;
  const where = only === undefined || others.length > 0 ? "any project" : `project ${only.project.id}`;
  return refuse("not_found", `no issue ${addNumberSign(name)} in ${where}; nothing was done`, {
    try: meant === null ? "ao issue list --all" : `ao issue show ${meant}`,
  });
}

type Failed = SlotError<"gone" | "key_reused" | "conflict" | "unavailable" | "rate_limited" | "refused">;

/** What a tracker or forge said no to. */
export function toRefusal({ code, message }: Failed): Refusal {
  const begin = NAMES.some((name) => message.startsWith(name)) ? message.charAt(0) : message.charAt(0).toLowerCase();
  const sentence = begin + message.slice(1).replace(/\.$/, "");
  const command = /`(ao [^`]+)`/.exec(sentence)?.[1];
  return refuse(codes[code], sentence, command === undefined ? {} : { try: command });
}

/** Sentences may begin with them; no other word keeps its capital behind `error:`. */
const NAMES = webhookSources.map(({ title }) => title);

const codes = {
  gone: "not_found",
  key_reused: "key_reused",
  conflict: "conflict",
  refused: "conflict",
  unavailable: "unavailable",
  rate_limited: "unavailable",
} as const;

export function requireValue<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failed },
): T {
  if (!answer.ok) throw toRefusal(answer.error);
  return answer.value;
}
