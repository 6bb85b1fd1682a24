/** Texts of people without write access, and issues of bots that are not listed: shown to a person, and let through word for word. */
import { createHash } from "node:crypto";
import type { Change } from "../../domain/change/change.ts";
import type { Command } from "../../domain/core/command.ts";
import { isTrusted, issueText, isWanted, type Issue } from "../../domain/issue/issue.ts";
import { authorName, maySteer, type Author } from "../../domain/model/trust.ts";
import type { ApprovalView } from "../../protocol/webhook.ts";
import type { DaemonContext } from "../context.ts";
import type { Call, Deed, Endpoints, Ref } from "../http/endpoint.ts";
import { refusal } from "../http/refusal.ts";
import { give } from "./orders.ts";
import { actorFor } from "./person.ts";
import { findProject } from "./start-session.ts";

type Waiting = ApprovalView & { readonly command: Command };

export function approvalEndpoints(context: DaemonContext) {
  return {
    approvals: {
      kind: "read",
      read: ({ project }) => waitingTexts(context, project).map((waiting) => shown(context, waiting)),
    },
    approve: {
      kind: "command",
      act: ({ digest }, call, deed) => approve(context, digest, call, deed),
      view: (ref) => viewOf(context, ref),
    },
  } satisfies Partial<Endpoints>;
}

async function approve(context: DaemonContext, digest: string, call: Call, deed: Deed): Promise<Ref> {
  const found = waitingTexts(context, undefined).find((waiting) => waiting.digest === digest);
  if (found === undefined)
    throw refusal("conflict", "nothing was approved: no such text waits any more; it may have been edited since", {
      try: "ao issue approve",
    });
  const by = await actorFor(context, call, found.project);
  const { command, kind, id, project: of, by: author, text } = found;
  return give(context, by, { command, ref: () => ({ kind, id, project: of, by: author, text, digest }) }, deed);
}

/** What was approved, as it was approved. */
function viewOf({ redact }: DaemonContext, ref: Ref): ApprovalView {
  const { kind = "", id = "", project = "", by = "", text = "", digest = "" } = ref;
  return { kind: kind === "remark" ? "remark" : "issue", id, project, by, text: redact(text), digest };
}

function shown({ redact }: DaemonContext, { command: _, ...view }: Waiting): ApprovalView {
  return { ...view, text: redact(view.text) };
}

function waitingTexts(context: DaemonContext, project: string | undefined): readonly Waiting[] {
  const { store } = context;
  const projects = project === undefined ? context.projects.all() : [findProject(context, project)];
  return projects.flatMap(({ id }) => {
    const changes = store.changes.openOf(id).flatMap((change) => store.changes.get(change) ?? []);
    const held = store.issues.openOf(id).filter((issue) => context.slotsOf(id)?.tracker.holds?.(issue.id) !== false);
    return [...held.flatMap(ofIssue), ...changes.flatMap(ofChange)];
  });
}

function ofIssue(issue: Issue): readonly Waiting[] {
  // Our own words are never fed back.
  if (isTrusted(issue) || !isWanted(issue) || issue.author.kind === "self") return [];
  const text = issueText(issue);
  return [waiting("issue", issue, issue.author, text, { kind: "approve_text", issue: issue.id, text })];
}

function ofChange(change: Change): readonly Waiting[] {
  // What bots remark is many, and read by people where it stands.
  const open = change.threads.filter((thread) => thread.open && thread.author.kind === "person");
  return open
    .filter((thread) => !maySteer(thread, change.approvedTexts ?? []))
    .map(({ author, text }) =>
      waiting("remark", change, author, text, { kind: "approve_remark", change: change.id, text }),
    );
}

function waiting(
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
  return { kind, project, id, by: authorName(author), text, digest, command };
}
