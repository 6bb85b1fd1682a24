/** What a person does. The daemon decides whether it may be; its sentence is shown where it refuses. */
import type { StatusView } from "../../../src/protocol/session/status.ts";
import { go } from "../lib/address.ts";
import { createStore, useStore } from "../lib/external-store.ts";
import type { BoardEntry } from "./board-entry.ts";
import { formatEntryPath } from "./entry-path.ts";
import { client } from "./client.ts";
import { connection, explainMute } from "./connection.ts";
import { mergeSessions } from "./fleet.ts";
import { complain } from "./notices.ts";

export type AttentionAct = StatusView["attention"]["act"][number];

/** Deeds under way, as `session verb`; and sessions that the reader has just done something to. */
export const underWay = createStore<ReadonlySet<string>>(new Set());
export const actedOn = createStore<ReadonlySet<string>>(new Set());

export const useIsUnderWay = (session: string, verb: string): boolean =>
  useStore(underWay, (all) => all.has(`${session} ${verb}`));

/** Runs it once at a time; true when it was done. */
export async function carryOut(session: string, verb: string, deed: () => Promise<unknown>): Promise<boolean> {
  const name = `${session} ${verb}`;
  const mute = explainMute(connection.get());
  if (mute !== null) complain(new Error(mute));
  if (mute !== null || underWay.get().has(name)) return false;
  underWay.set(new Set([...underWay.get(), name]));
  actedOn.set(new Set([...actedOn.get(), session]));
  try {
    await deed();
    return true;
  } catch (error) {
    complain(error);
    return false;
  } finally {
    underWay.set(new Set([...underWay.get()].filter((other) => other !== name)));
  }
}

export const sendAnswer = (id: string, content: string, questionId?: string): Promise<boolean> =>
  carryOut(id, "answer", async () => {
    const input = questionId === undefined ? { id, content } : { id, content, questionId };
    mergeSessions([await client.answer(input)], "some");
  });

export const postMessage = (id: string, content: string): Promise<boolean> =>
  carryOut(id, "send", () => client.sendMessage({ id, content }));

export const stop = (id: string, keep: boolean): Promise<boolean> =>
  carryOut(id, "stop", async () => mergeSessions([await client.stopSession({ id, keep })], "some"));

/** Sends or drops the message that a reaction has prepared and not sent. */
export const decideReaction = (id: string, what: "send" | "drop"): Promise<boolean> =>
  carryOut(id, what === "send" ? "approve_reaction" : "decline_reaction", async () =>
    mergeSessions([await client.decideReaction({ id, do: what })], "some"),
  );

export const leaveQueue = (change: string, projectId: string): Promise<boolean> =>
  carryOut(change, "unqueue", () => client.removeFromQueue({ id: change, projectId }));

export const moveInQueue = (change: string, projectId: string, position: number): Promise<boolean> =>
  carryOut(change, "move", () => client.moveInQueue({ id: change, projectId, position }));

const orders = {
  interrupt: client.interrupt,
  restart: client.restart,
  pause: client.pause,
  resume: client.resume,
  release: client.release,
  restore: client.restore,
} as const;
export type SessionOrder = keyof typeof orders;

export const isOrder = (verb: string): verb is SessionOrder => verb in orders;

export const sendOrder = (id: string, verb: SessionOrder): Promise<boolean> =>
  carryOut(id, verb, async () => mergeSessions([await orders[verb]({ id })], "some"));

type Acting = Pick<BoardEntry, "id" | "project" | "change" | "ofChange">;

function performVerb(verb: string, { id, project, change }: Acting): Promise<boolean> | null {
  if (verb === "approve_reaction") return decideReaction(id, "send");
  if (verb === "decline_reaction") return decideReaction(id, "drop");
  return verb === "unqueue" && change !== null ? leaveQueue(change.id, project) : null;
}

/** Where a verb leads: some are done at once, others open the place where they are done. */
export function beginAction(acting: Acting, { verb }: Pick<AttentionAct, "verb">): void {
  const deed = isOrder(verb) ? sendOrder(acting.id, verb) : performVerb(verb, acting);
  if (deed !== null) {
    deed.catch(complain);
    return;
  }
  const place = places[verb];
  if (place !== undefined) go(formatEntryPath(acting, place));
}

const places: Readonly<Record<string, string>> = {
  answer: "?focus=answer",
  send: "?focus=message",
  attach: "terminal",
  review: "changes",
  diff: "changes",
  land: "changes?focus=land",
  stop: "?focus=stop",
};
