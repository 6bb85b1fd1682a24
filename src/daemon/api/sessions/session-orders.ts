/** What a person orders of sessions. */
import type { Command } from "../../../domain/core/command.ts";
import { messageId, type ProjectId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { DaemonContext } from "../../context.ts";
import type { EndpointCall, Mutation, Endpoints, Ref } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { findSession } from "./find-session.ts";
import { readMessageView } from "./messages.ts";
import { chooseAnswer, give, requireInterruptible, findPrepared } from "./orders.ts";
import { toActor } from "../person.ts";
import { showSession } from "./session-reads.ts";
import { startSession } from "./start-session.ts";
import { toStatusView } from "./status-view.ts";

export function createSessionOrders(context: DaemonContext) {
  return {
    startSession: {
      kind: "command",
      act: (asked, call, mutation) => startSession(context, asked, call, mutation),
      view: ({ session = "", stopped = "" }) => ({
        id: session,
        stopped: stopped.split(" ").filter((id) => id !== ""),
      }),
    },
    sendMessage: {
      kind: "command",
      act: async ({ id, content }, call, mutation) => {
        const by = await toActor(context, call, findSession(context, id).project);
        const session = findSession(context, id).id;
        const ref = (observation: string): Ref => ({ session, message: `${observation}.1` });
        return give(context, by, { command: { kind: "send", session, text: content }, ref }, mutation);
      },
      view: ({ message = "" }) => readMessageView(context, messageId(message)),
    },
    answer: createOrder<{ readonly content: string; readonly questionId?: string | undefined }>(
      context,
      (session, { content, questionId }) => ({
        ...{ kind: "answer", session: session.id },
        ...chooseAnswer(session, questionId, content),
      }),
    ),
    decideReaction: createOrder<{ readonly do: "send" | "drop" }>(context, (session, { do: what }) => ({
      kind: what === "send" ? "approve_reaction" : "decline_reaction",
      session: session.id,
      incident: findPrepared(context, session),
    })),
    stopSession: createOrder<{ readonly keep?: boolean | undefined }>(context, ({ id }, { keep = false }) => ({
      ...{ kind: "stop", session: id, keepWorkspace: keep },
    })),
    takeOver: createOrder(context, ({ id }) => ({ kind: "take_over", session: id, clients: 0 })),
    interrupt: createOrder(context, (session) => ({ kind: "interrupt", session: requireInterruptible(session).id })),
    restart: createOrder(context, ({ id }) => ({ kind: "restart", session: id })),
    pause: createOrder(context, ({ id }) => ({ kind: "pause", session: id })),
    resume: createOrder(context, ({ id }) => ({ kind: "resume", session: id })),
    release: createOrder(context, ({ id }) => ({ kind: "release", session: id })),
    restore: createOrder(context, ({ id, project }) => {
      refuseRemoved(context, project);
      return { kind: "restore", session: id };
    }),
  } satisfies Partial<Endpoints>;
}

/** An order that is answered with the session as it is then. */
function createOrder<Input = unknown>(context: DaemonContext, commandOf: (session: Session, input: Input) => Command) {
  return {
    kind: "command" as const,
    act: async (input: Input & { readonly id: string }, call: EndpointCall, mutation: Mutation): Promise<Ref> => {
      const by = await toActor(context, call, findSession(context, input.id).project);
      // Looked up once more: from here on nothing is awaited.
      const session = findSession(context, input.id);
      const ref = (): Ref => ({ session: session.id });
      return give(context, by, { command: commandOf(session, input), ref }, mutation);
    },
    view: ({ session = "" }: Ref): StatusView => showSession(context, session, toStatusView),
  };
}

/** Its plugins are gone, and nothing would come of it. */
function refuseRemoved({ projects, store }: DaemonContext, id: ProjectId): void {
  if (projects.get(id) !== undefined) return;
  const path = store.registrations.all().find((row) => row.id === id)?.path ?? "PATH";
  throw refuse("conflict", `nothing was restored: project ${id} was removed`, { try: `ao start ${path}` });
}
