/** Texts of people without write access, and issues of bots that are not listed: shown to a person, and let through word for word. */
import { createHash } from "node:crypto";
import type { Change } from "../../domain/change/change.ts";
import type { Command } from "../../domain/core/command.ts";
import { isTrusted, formatIssueText, isWantedIssue, type Issue } from "../../domain/issue/issue.ts";
import { nameAuthor, maySteer, type Author } from "../../domain/model/trust.ts";
import type { ApprovalView } from "../../protocol/daemon/webhook.ts";
import type { DaemonContext } from "../context.ts";
import type { EndpointCall, Mutation, Endpoints, Ref } from "../http/endpoint.ts";
import { refuse } from "../http/refusal.ts";
import { give } from "./sessions/orders.ts";
import { toActor } from "./person.ts";
import { findStartProject } from "./sessions/start-session.ts";

type Waiting = ApprovalView & { readonly command: Command };

export function createApprovalEndpoints(context: DaemonContext) {
  return {
    approvals: {
      kind: "read",
      read: ({ project }) => listWaitingTexts(context, project).map((waiting) => toApprovalView(context, waiting)),
    },
    approve: {
      kind: "command",
      act: ({ digest }, call, mutation) => approve(context, digest, call, mutation),
      view: (ref) => toApprovedView(context, ref),
    },
  } satisfies Partial<Endpoints>;
}

async function approve(context: DaemonContext, digest: string, call: EndpointCall, mutation: Mutation): Promise<Ref> {
  const found = listWaitingTexts(context, undefined).find((waiting) => waiting.digest === digest);
  if (found === undefined)
    throw refuse("conflict", "nothing was approved: no such text waits any more; it may have been edited since", {
      try: "ao issue approve",
    });
  const by = await toActor(context, call, found.project);
  const { command, kind, id, project: of, by: author, text } = found;
  return give(context, by, { command, ref: () => ({ kind, id, project: of, by: author, text, digest }) }, mutation);
}

/** What was approved, as it was approved. */
function toApprovedView({ redact }: DaemonContext, ref: Ref): ApprovalView {
  const { kind = "", id = "", project = "", by = "", text = "", digest = "" } = ref;
  return { kind: kind === "remark" ? "remark" : "issue", id, project, by, text: redact(text), digest };
}

function toApprovalView({ redact }: DaemonContext, { command: _, ...view }: Waiting): ApprovalView {
  return { ...view, text: redact(view.text) };
}

function listWaitingTexts(context: DaemonContext, project: string | undefined): readonly Waiting[] {
  const { store } = context;
  const projects = project === undefined ? context.projects.all() : [findStartProject(context, project)];
  return projects.flatMap(({ id }) => {
    const changes = store.changes.openOf(id).flatMap((change) => store.changes.get(change) ?? []);
    const held = store.issues.openOf(id).filter((issue) => context.slotsOf(id)?.tracker.holds?.(issue.id) !== false);
    return [...held.flatMap(listIssueTexts), ...changes.flatMap(listChangeTexts)];
  });
}

function listIssueTexts(issue: Issue): readonly Waiting[] {
  // Our own words are never fed back.
  if (isTrusted(issue) || !isWantedIssue(issue) || issue.author.kind === "self") return [];
  const text = formatIssueText(issue);
  return [createWaiting("issue", issue, issue.author, text, { kind: "approve_text", issue: issue.id, text })];
}

function listChangeTexts(change: Change): readonly Waiting[] {
  // What bots remark is many, and read by people where it stands.
  const open = change.threads.filter((thread) => thread.open && thread.author.kind === "person");
  return open
    .filter((thread) => !maySteer(thread, change.approvedTexts ?? []))
    .map(({ author, text }) =>
      createWaiting("remark", change, author, text, { kind: "approve_remark", change: change.id, text }),
    );
}

function createWaiting(
  kind: Waiting["kind"],
  { id, project }: Pick<Issue, "project"> & { readonly id: string },
  author: Author,
  text: string,
  command: Command,
): Waiting {
  const digest = createHash("sha256")
    .update(JSON.stringify([kind, project, id, text]))
    .digest("hex")
    .slice(0, 32);
  return { kind, project, id, by: nameAuthor(author), text, digest, command };
}
