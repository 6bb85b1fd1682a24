/** Runs failed jobs again, once for each run that is asked for. */
import type { ForgeClient } from "../parts.ts";
import type { NamedCheck } from "./results.ts";
import { needRemote } from "../trouble.ts";

/** By name: the check whose successor is awaited. */
export type AwaitedReruns = Readonly<Record<string, number>>;

export function listRed<Check extends NamedCheck>(named: readonly Check[]): readonly Check[] {
  return named.filter(({ verdict }) => verdict === "failed" || verdict === "cancelled" || verdict === "infrastructure");
}

export function collectIds(named: readonly NamedCheck[]): AwaitedReruns {
  return Object.fromEntries(named.flatMap(({ name, id }) => (id === null ? [] : [[name, id] as const])));
}

/** Those that will run again: not all can be asked for again, and the forge may refuse. */
export async function runAgain<Check extends NamedCheck>(
  client: ForgeClient,
  red: readonly Check[],
  before: AwaitedReruns,
  pathOf: (check: Check) => string | null,
): Promise<AwaitedReruns> {
  const again: Record<string, number> = {};
  const answered = new Map<string, boolean>();
  for (const check of red) {
    const id = before[check.name];
    // There is a newer one already: it was asked for, and the answer got lost.
    if (id === undefined || id !== check.id) {
      if (id !== undefined) again[check.name] = id;
      continue;
    }
    const path = pathOf(check);
    if (path === null) continue;
    const isTaken = answered.get(path) ?? (await ask(client, path));
    answered.set(path, isTaken);
    if (isTaken) again[check.name] = id;
  }
  return again;
}

async function ask(client: ForgeClient, path: string): Promise<boolean> {
  const answer = await client.ask({ method: "POST", path });
  if (answer.ok) return true;
  if (answer.error.code === "refused" || answer.error.code === "gone" || answer.error.code === "conflict") return false;
  needRemote(answer);
  return false;
}
