/** The landing queue: what is tested, what comes next, what is not ready to land; and how a person changes its order. */
import { changeId } from "../../../domain/model/ids.ts";
import type { Candidate } from "../../../domain/landing/candidate.ts";
import type { Change } from "../../../domain/change/change.ts";
import type { ChangeSummaryView } from "../../../protocol/change/change.ts";
import type { QueueEntryView, QueueView } from "../../../protocol/change/queue.ts";
import type { ChangeDetail } from "../../../slots/change-reviewer.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { EndpointCall, Mutation, Endpoints, Ref } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { toBaseView } from "./base-view.ts";
import { createChangeViewer } from "../changes/change-view.ts";
import { findChange, type FoundChange } from "../changes/find-change.ts";
import { stripProject } from "../issues/without-project.ts";
import { give } from "../sessions/orders.ts";
import { toActor } from "../person.ts";
import { requireValue, openProject } from "../issues/find-issue.ts";
import { computeQueueOrder } from "./queue-order.ts";

export function createQueueEndpoints(context: DaemonContext) {
  const view = ({ project = "" }: Ref): Promise<QueueView[]> => readQueues(context, project);
  return {
    queue: { kind: "read", read: ({ project }) => readQueues(context, project) },
    moveInQueue: {
      kind: "command",
      act: async ({ id, projectId, position }, call, mutation) => {
        const found = await findChange(context, id, projectId);
        const asIfAskedAtMs = computeTimeAt(listWaiting(context, found), found.change.id, position);
        const command = { kind: "move_in_queue", change: found.change.id, asIfAskedAtMs } as const;
        return sendCommand(context, found, command, { call, deed: mutation });
      },
      view,
    },
    removeFromQueue: {
      kind: "command",
      act: async ({ id, projectId }, call, mutation) => {
        const found = await findChange(context, id, projectId);
        if (context.store.changes.get(found.change.id)?.queue === null) throw refuseNotQueued(found);
        return sendCommand(context, found, { kind: "unqueue", change: found.change.id }, { call, deed: mutation });
      },
      view,
    },
  } satisfies Partial<Endpoints>;
}

type Given = { readonly call: EndpointCall; readonly deed: Mutation };

type QueueCommand = Parameters<typeof give>[2]["command"];

async function sendCommand(
  context: DaemonContext,
  found: FoundChange,
  command: QueueCommand,
  given: Given,
): Promise<Ref> {
  const { call, deed: mutation } = given;
  const by = await toActor(context, call, found.project.id);
  return give(context, by, { command, ref: () => ({ project: found.project.id }) }, mutation);
}

function listWaiting({ store }: DaemonContext, found: FoundChange): readonly Change[] {
  const all = computeQueueOrder(store, found.project.id).waiting;
  if (all.some(({ id }) => id === found.change.id)) return all;
  throw refuseNotQueued(found);
}

function refuseNotQueued({ change, project }: FoundChange) {
  const name = stripProject(change.id, project.id);
  return refuse("conflict", `nothing was done: change #${name} does not wait in the queue`, { try: "ao queue" });
}

/** When it would have had to ask, to stand at that place among the others. */
function computeTimeAt(all: readonly Change[], id: string, position: number): number {
  const others = all.filter((change) => change.id !== id).map(({ queue }) => queue?.requestedAtMs ?? 0);
  const at = Math.min(position, others.length + 1);
  const [before, after] = [others[at - 2], others[at - 1]];
  if (before === undefined) return (after ?? 0) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

async function readQueues(context: DaemonContext, id: string | undefined): Promise<QueueView[]> {
  const projects = id === undefined ? context.projects.all() : [openProject(context, id).project];
  const views = await Promise.all(projects.map((project) => readQueue(context, project)));
  return views.flatMap((view) => view ?? []);
}

async function readQueue(context: DaemonContext, registered: RegisteredProject): Promise<QueueView | null> {
  const reviewer = context.slotsOf(registered.id)?.scm.desk;
  const project = context.store.projects.get(registered.id);
  if (reviewer === undefined || project === null) return null;
  const all = requireValue(await reviewer.list({ all: true }));
  const { brief } = createChangeViewer(context);
  const order = computeQueueOrder(context.store, registered.id);
  const { base: baseState, addCheck } = toBaseView(project.base, registered);
  const entryOf = (change: string): readonly QueueEntryView[] => {
    const detail = all.find((one) => one.id === changeId(change));
    return detail === undefined ? [] : [toQueueEntry(brief(registered, detail))];
  };
  const outside = all
    .filter(({ id, state }) => (state.kind === "open" || state.kind === "draft") && order.positionOf(id) === null)
    .flatMap(({ id }) => entryOf(id));
  return {
    project: registered.id,
    base: project.base.branch,
    baseState,
    addCheck,
    baseHead: project.base.head,
    ...collectLanded(context, registered, all),
    testing: order.candidates.map((candidate) => ({
      ...toTestingView(candidate),
      changes: candidate.changes.flatMap((change) => entryOf(change.id)),
    })),
    next: order.waiting.flatMap((change) => entryOf(change.id)),
    ready: outside.filter(isReady),
    cannotEnter: outside.filter((one) => !isReady(one)),
  };
}

const isReady = ({ code }: QueueEntryView): boolean => code === "ready-to-land" || code === "about-to-land";

function toTestingView({ id, state }: Candidate) {
  const kind = state.kind === "landed" || state.kind === "rejected" ? "landing" : state.kind;
  return {
    id,
    state: kind,
    commit: "made" in state ? state.made.commit : null,
    blockedBy: state.kind === "unpublished" ? [...state.blockedBy] : [],
    isUnchecked: "isUnchecked" in state && state.isUnchecked === true,
  };
}

function toQueueEntry(change: ChangeSummaryView): QueueEntryView {
  const { id, name, session, title, head, approvals, position, why, code } = change;
  const command = suggestCommand(code)?.(session ?? name) ?? null;
  return { id, name, session, title, head, approvals: [...approvals], position, why, code, command };
}

function suggestCommand(code: string): ((name: string) => string) | null {
  if (code === "ready-to-land") return (name) => `ao merge ${name}`;
  return code === "review-you" || code === "protected" ? (name) => `ao diff ${name}` : null;
}

function collectLanded(
  { clock, redact }: DaemonContext,
  { id }: RegisteredProject,
  all: readonly ChangeDetail[],
): Pick<QueueView, "landedToday" | "lastLanded"> {
  const midnight = new Date(clock.wallMs()).setHours(0, 0, 0, 0);
  const landed = all
    .filter(({ state }) => state.kind === "landed")
    .toSorted((left, right) => right.changedMs - left.changedMs);
  const [last] = landed;
  return {
    landedToday: landed.filter(({ changedMs }) => changedMs >= midnight).length,
    lastLanded:
      last?.state.kind !== "landed"
        ? null
        : {
            name: stripProject(last.id, id),
            title: redact(last.title),
            commit: last.state.commit,
            at: new Date(last.changedMs).toISOString(),
          },
  };
}
