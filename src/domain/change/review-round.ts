/**
 * Threads of a review in one string, which is what an incident and a message keep of them. A thread stands in it with what
 * was said in it, so that further words make it news again.
 */
import type { Thread } from "./change.ts";
import { hashText } from "../model/hash.ts";

const SEPARATOR = "|";

export const toRound = (threads: readonly Thread[]): string => threads.map(toWords).sort().join(SEPARATOR);

export const isInRound = (round: string, thread: Thread): boolean => round.split(SEPARATOR).includes(toWords(thread));

export function removeRound(round: string, taken: string): string {
  const others = taken.split(SEPARATOR);
  const left = round.split(SEPARATOR).filter((words) => !others.includes(words));
  return left.join(SEPARATOR);
}

function toWords(thread: Thread): string {
  return `${thread.id}#${hashText(thread.text)}`;
}
