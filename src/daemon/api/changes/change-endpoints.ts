/** Changes of the projects' forges: looked at, reviewed, landed, taken back. */
import { commitSha, threadId } from "../../../domain/model/ids.ts";
import { findNearest } from "../../../lib/text/nearest.ts";
import { countNewLines } from "../../../lib/text/patch-lines.ts";
import type { ChangeDetailView, ChangeSummaryView, NewReviewRequest } from "../../../protocol/change/change.ts";
import type { ChangeAction, ChangeWritten } from "../../../slots/change-reviewer.ts";
import type { DaemonContext } from "../../context.ts";
import type { EndpointCall, Mutation, Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { createChangeViewer } from "./change-view.ts";
import { getChangeReviewer, readCheckDetails, findChange, type FoundChange } from "./find-change.ts";
import { listRefusalFacts } from "./landing-facts.ts";
import { give } from "../sessions/orders.ts";
import { parseGiven } from "../parse-given.ts";
import { refuseUncheckable } from "../projects/project-endpoints.ts";
import { toActor, identifyPerson } from "../person.ts";
import { requireValue, openProject } from "../issues/find-issue.ts";
import { sendCheckLog, sendDiff } from "./send-diff.ts";
import { readThreadFates } from "./thread-fate.ts";

export function createChangeEndpoints(context: DaemonContext) {
  return {
    ...{ ...createReadEndpoints(context), ...createWriteEndpoints(context) },
    checkChange: createOrderEndpoint(context, "check_change", ({ project }) => refuseUncheckable(project)),
    landChange: createOrderEndpoint(context, "land", (found) => refuseUnready(context, found)),
    revertChange: createRevertEndpoints(context),
  };
}

type Named = { readonly id: string; readonly projectId?: string | undefined };

const showChange = async (context: DaemonContext, { id, projectId }: Named): Promise<ChangeDetailView> => {
  const found = await findChange(context, id, projectId);
  const [checks, fates] = await Promise.all([readCheckDetails(found), readThreadFates(context, found)]);
  return createChangeViewer(context).whole(found.project, found.change, { checks, fates });
};

function createReadEndpoints(context: DaemonContext) {
  return {
    listChanges: { kind: "read", read: ({ project, all = false }) => listChanges(context, project, all) },
    change: { kind: "read", read: (input) => showChange(context, input) },
    diff: {
      kind: "stream",
      open: async ({ id, projectId, since, path }, { signal }, exchange) =>
        sendDiff(await findChange(context, id, projectId), { since, path, redact: context.redact, signal }, exchange),
    },
    checkLog: {
      kind: "stream",
      open: async ({ id, projectId, check }, { signal }, exchange) =>
        sendCheckLog(await findChange(context, id, projectId), { check, signal }, exchange),
    },
  } satisfies Partial<Endpoints>;
}

async function listChanges(context: DaemonContext, id: string | undefined, all: boolean): Promise<ChangeSummaryView[]> {
  const projects = id === undefined ? context.projects.all() : [openProject(context, id).project];
  const { brief } = createChangeViewer(context);
  const lists = await Promise.all(
    projects.map(async (project) => {
      const slots = context.slotsOf(project.id);
      if (slots?.scm.desk === undefined) return [];
      return requireValue(await getChangeReviewer({ project, slots }).list({ all })).map((change) =>
        brief(project, change),
      );
    }),
  );
  return lists.flat();
}

function createWriteEndpoints(context: DaemonContext) {
  /** Does something with one change, and shows it as it is then. */
  const write = <Input extends Named>(
    act: (found: FoundChange, input: Input, deed: ChangeAction) => Promise<ChangeWritten<null>>,
  ) => ({
    kind: "deed" as const,
    isSecret: false,
    act: async (input: Input, _call: unknown, { key }: Mutation): Promise<ChangeDetailView> => {
      const found = await findChange(context, input.id, input.projectId);
      const deed = { by: await identifyPerson(found.project.path), key: `request:${key ?? context.newId()}` };
      requireValue(await act(found, input, deed));
      await lookAt(context, found);
      return showChange(context, { id: found.change.id, projectId: found.project.id });
    },
  });
  return {
    reviewChange: write<Named & NewReviewRequest>(async (found, { id: _, projectId: __, head, ...said }, deed) => {
      const { desk: reviewer, change } = found;
      for (const comment of said.comments ?? []) await refuseStrangePlace(found, head ?? change.head.commit, comment);
      const seen = head === undefined ? {} : { head: commitSha(head) };
      return reviewer.review({ change: change.id, ...parseGiven(said), ...seen, ...deed });
    }),
    replyThread: write<
      Named & { readonly thread: string; readonly text?: string | undefined; readonly resolve?: boolean | undefined }
    >(({ desk: reviewer, change }, { thread, text = "", resolve }, deed) => {
      const id = threadId(thread.includes(".") ? thread : `${change.id}.${thread}`);
      return reviewer.reply({ thread: id, text, ...parseGiven({ resolve }), ...deed });
    }),
    closeChange: write(({ desk: reviewer, change }, _input, deed) => reviewer.close(change.id, deed)),
    reopenChange: write(({ desk: reviewer, change }, _input, deed) => reviewer.reopen(change.id, deed)),
    readyChange: write(({ desk: reviewer, change }, _input, deed) => reviewer.ready(change.id, deed)),
  } satisfies Partial<Endpoints>;
}

type Place = { readonly path: string; readonly line?: number | null | undefined };

/** A comment at a file that the change leaves alone, or beyond the end of one, is mostly a slip of the pen. */
async function refuseStrangePlace(
  { desk: reviewer, change }: FoundChange,
  head: string,
  { path, line }: Place,
): Promise<void> {
  const { paths } = change;
  if (!paths.includes(path)) {
    const meant = findNearest(path, paths) ?? paths.find((one) => one.endsWith(`/${path}`)) ?? null;
    const hint = meant === null ? `it changes ${paths.slice(0, 3).join(", ")}` : `did you mean ${meant}?`;
    throw refuse("bad_request", `nothing was written: the change does not touch ${path}; ${hint}`);
  }
  if (typeof line !== "number") return;
  const whole = await reviewer.patches({ between: { from: null, to: commitSha(head) }, files: [{ path }] });
  const lines = whole.ok ? countNewLines(whole.value[0]?.text ?? "") : null;
  if (lines === null || line <= lines) return;
  const count = lines === 1 ? "1 line" : `${lines} lines`;
  throw refuse("bad_request", `nothing was written: ${path} has ${count}, so there is no line ${line}`);
}

/** The engine sees what was just written before anybody is answered, and not at its next look. */
async function lookAt({ engine }: DaemonContext, { project, slots, change }: FoundChange): Promise<void> {
  const read = await slots.scm.read(change.id);
  if (read.ok) engine.take([{ news: { kind: "change_observed", project: project.id, change: read.value } }]);
}

/** `refuse` speaks up where it cannot be done now. */
function createOrderEndpoint(
  context: DaemonContext,
  kind: "land" | "check_change",
  refuse: (found: FoundChange) => void,
) {
  return {
    kind: "command" as const,
    act: async ({ id, projectId }: Named, call: EndpointCall, mutation: Mutation) => {
      const found = await findChange(context, id, projectId);
      await lookAt(context, found);
      refuse(found);
      const { change, project } = found;
      const by = await toActor(context, call, project.id);
      const ref = () => ({ change: change.id, project: project.id });
      return give(context, by, { command: { kind, change: change.id }, ref }, mutation);
    },
    view: ({ change = "", project = "" }: Readonly<Record<string, string>>) =>
      showChange(context, { id: change, projectId: project }),
  } satisfies Endpoints["landChange"] & Endpoints["checkChange"];
}

function refuseUnready({ store, engine }: DaemonContext, { project, change }: FoundChange): void {
  const [seen, known] = [store.changes.get(change.id), store.projects.get(project.id)];
  const name = `#${change.id.slice(change.id.lastIndexOf("#") + 1)}`;
  if (change.state.kind === "landed" || change.state.kind === "closed")
    throw refuse("conflict", `change ${name} was not landed: it is ${change.state.kind} already`);
  if (seen === null || known === null)
    throw refuse("unavailable", `change ${name} was not landed: it was not looked at yet`);
  const facts = listRefusalFacts(known, seen, project.rules, engine.now());
  if (facts.length === 0) return;
  const wantsApproval = facts.every(({ name: of }) => ["approvals", "paths", "size"].includes(of));
  throw refuse("conflict", `change ${name} was not landed: the policy refuses it`, {
    facts: [...facts],
    try: wantsApproval
      ? `ao review ${seen.session ?? name.slice(1)} --approve`
      : `ao why ${seen.session ?? name.slice(1)}`,
  });
}

function createRevertEndpoints(context: DaemonContext) {
  return {
    kind: "deed" as const,
    isSecret: false,
    act: async ({ id, projectId }: Named): Promise<ChangeDetailView> => {
      const found = await findChange(context, id, projectId);
      // The proposal is ours, so that the person who asked for it may approve it.
      const made = requireValue(await found.desk.revert(found.change.id, { kind: "self" }));
      const revert = await findChange(context, made, found.project.id);
      await lookAt(context, revert);
      return showChange(context, { id: made, projectId: found.project.id });
    },
  } satisfies Endpoints["revertChange"];
}
