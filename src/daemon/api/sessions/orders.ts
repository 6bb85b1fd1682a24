/** What a person orders of a session or a project: refused with a sentence, or taken by the engine once. */
import type { Actor } from "../../../domain/core/actor.ts";
import type { Command } from "../../../domain/core/command.ts";
import type { IncidentId } from "../../../domain/model/ids.ts";
import type { News } from "../../../domain/core/observation.ts";
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import { explainCommandRefusal } from "../../../engine/inbox/refusal.ts";
import type { DaemonContext } from "../../context.ts";
import type { Mutation, Ref } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";

export type SessionCommand = {
  readonly command: Command;
  /** What the answer will be made of. `id` is that of the observation. */
  readonly ref: (id: string) => Ref;
  /** Seen on the way, and needed to judge the command. */
  readonly before?: readonly News[];
};

/** When it returns, the order is durable and decided, and its request kept with it. */
export function give(
  context: DaemonContext,
  by: Actor,
  { command, ref, before = [] }: SessionCommand,
  mutation: Mutation,
): Ref {
  const { engine, store, newId } = context;
  const refused = explainCommandRefusal(store, command);
  if (refused !== null) throw refuse("conflict", `nothing was done: ${refused}`, extractTry(refused));
  const id = newId();
  const made = ref(id);
  engine.take([
    ...before.map((news) => ({ news })),
    {
      news: { kind: "command_given", by, command },
      id,
      ...(mutation.key === null ? {} : { dedupKey: `request:${mutation.key}`, alongside: () => mutation.keep(made) }),
    },
  ]);
  return made;
}

/** The command that the sentence itself names. */
function extractTry(sentence: string): { readonly try?: string } {
  const command = /`(ao [^`]+)`/.exec(sentence)?.[1];
  return command === undefined ? {} : { try: command };
}

export function requireInterruptible(session: Session): Session {
  if (getOpenTurn(session) !== null) return session;
  throw refuse("conflict", `${session.id} has no open turn; nothing was interrupted`, {
    try: `ao status ${session.id}`,
  });
}

/** What the message is about that waits for a person's key. */
export function findPrepared({ store }: Pick<DaemonContext, "store">, { id }: Session): IncidentId {
  const causes = store.messages
    .unsettledOf(id)
    .flatMap(({ state, cause }) => (state.kind === "prepared" ? [cause] : []));
  const cause = causes.find((one) => one.kind === "incident");
  if (cause !== undefined) return cause.incident;
  throw refuse("conflict", `no message of ${id} waits for your key; nothing was done`, { try: `ao status ${id}` });
}

/** Which question, and the words: a number stands for the choice of that number. */
export function chooseAnswer(session: Session, questionId: string | undefined, content: string) {
  const open = session.phase.kind === "asking" ? [session.phase.question, ...session.phase.question.earlier] : [];
  const question = questionId === undefined ? open[0] : open.find(({ id }) => id === questionId);
  if (question === undefined) {
    const message = `${session.id} has no such open question; nothing was answered`;
    throw refuse("conflict", message, { try: `ao send ${session.id} "…"` });
  }
  const chosen = /^[1-9]\d?$/.test(content) ? question.choices[Number(content) - 1] : undefined;
  const text = question.choices.includes(content) ? content : (chosen ?? content);
  return { questionId: question.id, text };
}
