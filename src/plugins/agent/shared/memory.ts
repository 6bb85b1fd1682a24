/** What an agent plugin must know at the next turn of a session: `sessions/<session>/memory/<agent>.json`. */
import { join } from "node:path";
import { textIfThere } from "../../../lib/if-there.ts";
import { replaceFile } from "../../../lib/replace-file.ts";
import { numberAt, parseJson, textAt } from "./parse-json.ts";

export type Memory = {
  /** By which the tool finds the conversation again; null before there is one. */
  readonly conversation: string | null;
  /** What the conversation had cost when the last turn ended, where the tool counts all of it. */
  readonly usd: number;
  readonly tokens: number;
};

/** What a running total has grown by; one that is smaller than before was begun again, and is all new. */
export const grownBy = (total: number, before: number): number => (total < before ? total : total - before);

/** Of a conversation that has not begun. */
export const noMemory: Memory = { conversation: null, usd: 0, tokens: 0 };

const fileOf = (sessions: string, session: string, agent: string): string =>
  join(sessions, session, "memory", `${agent.replaceAll(/[^a-z0-9-]/g, "_")}.json`);

export function recall(sessions: string, session: string, agent: string): Memory {
  return parseMemory(textIfThere(fileOf(sessions, session, agent)) ?? "");
}

export function remember(sessions: string, session: string, agent: string, memory: Partial<Memory>): void {
  const before = recall(sessions, session, agent);
  const after = { ...before, ...memory };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  replaceFile(fileOf(sessions, session, agent), `${JSON.stringify(after)}\n`);
}

export function parseMemory(text: string): Memory {
  const json = parseJson(text);
  return {
    conversation: textAt(json, "conversation"),
    usd: numberAt(json, "usd") ?? 0,
    tokens: numberAt(json, "tokens") ?? 0,
  };
}
