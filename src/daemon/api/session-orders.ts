/** What a person orders of sessions. */
import type { Command } from "../../domain/core/command.ts";
import { messageId, type ProjectId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { StatusView } from "../../protocol/status.ts";
import type { DaemonContext } from "../context.ts";
import type { Call, Deed, Endpoints, Ref } from "../http/endpoint.ts";
import { refusal } from "../http/refusal.ts";
import { findSession } from "./find-session.ts";
import { messageNow } from "./messages.ts";
import { answerTo, give, interruptible, preparedFor } from "./orders.ts";
import { actorFor } from "./person.ts";
import { shown } from "./session-reads.ts";
import { startSession } from "./start-session.ts";
import { statusView } from "./status-view.ts";

export function sessionOrders(context: DaemonContext) {
  return {
    startSession: {
      kind: "command",
      act: (asked, call, deed) => startSession(context, asked, call, deed),
      view: ({ session = "", stopped = "" }) => ({
        id: session,
        stopped: stopped.split(" ").filter((id) => id !== ""),
      }),
    },
    sendMessage: {
      kind: "command",
      act: async ({ id, content }, call, deed) => {
        const by = await actorFor(context, call, findSession(context, id).project);
        const session = findSession(context, id).id;
        const ref = (observation: string): Ref => ({ session, message: `${observation}.1` });
        return give(context, by, { command: { kind: "send", session, text: content }, ref }, deed);
      },
      view: ({ message = "" }) => messageNow(context, messageId(message)),
    },
    answer: order<{ readonly content: string; readonly questionId?: string | undefined }>(
      context,
      (session, { content, questionId }) => ({
        ...{ kind: "answer", session: session.id },
        ...answerTo(session, questionId, content),
      }),
    ),
    decideReaction: order<{ readonly do: "send" | "drop" }>(context, (session, { do: what }) => ({
      kind: what === "send" ? "approve_reaction" : "decline_reaction",
      session: session.id,
      incident: preparedFor(context, session),
    })),
    stopSession: order<{ readonly keep?: boolean | undefined }>(context, ({ id }, { keep = false }) => ({
      ...{ kind: "stop", session: id, keepWorkspace: keep },
    })),
    takeOver: order(context, ({ id }) => ({ kind: "take_over", session: id, clients: 0 })),
    interrupt: order(context, (session) => ({ kind: "interrupt", session: interruptible(session).id })),
    restart: order(context, ({ id }) => ({ kind: "restart", session: id })),
    pause: order(context, ({ id }) => ({ kind: "pause", session: id })),
    resume: order(context, ({ id }) => ({ kind: "resume", session: id })),
    release: order(context, ({ id }) => ({ kind: "release", session: id })),
    restore: order(context, ({ id, project }) => {
      refuseRemoved(context, project);
      return { kind: "restore", session: id };
    }),
  } satisfies Partial<Endpoints>;
}

/** An order that is answered with the session as it is then. */
function order<Input = unknown>(context: DaemonContext, commandOf: (session: Session, input: Input) => Command) {
  return {
    kind: "command" as const,
    act: async (input: Input & { readonly id: string }, call: Call, deed: Deed): Promise<Ref> => {
      const by = await actorFor(context, call, findSession(context, input.id).project);
      // Looked up once more: from here on nothing is awaited.
      const session = findSession(context, input.id);
      const ref = (): Ref => ({ session: session.id });
      return give(context, by, { command: commandOf(session, input), ref }, deed);
    },
    view: ({ session = "" }: Ref): StatusView => shown(context, session, statusView),
  };
}

/** Its plugins are gone, and nothing would come of it. */
function refuseRemoved({ projects, store }: DaemonContext, id: ProjectId): void {
  if (projects.get(id) !== undefined) return;
  const path = store.registrations.all().find((row) => row.id === id)?.path ?? "PATH";
  throw refusal("conflict", `nothing was restored: project ${id} was removed`, { try: `ao start ${path}` });
}
