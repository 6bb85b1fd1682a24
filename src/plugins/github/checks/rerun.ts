/** Runs failed jobs again, once for each run that is asked for. */
import type { Client } from "../client.ts";
import { needRemote } from "../trouble.ts";
import type { NamedContext } from "./verdict.ts";

/** By name: the check run whose successor is awaited. */
export type Before = Readonly<Record<string, number>>;

export function redOnes(named: readonly NamedContext[]): readonly NamedContext[] {
  return named.filter(({ verdict }) => verdict === "failed" || verdict === "cancelled" || verdict === "infrastructure");
}

export function idsOf(named: readonly NamedContext[]): Before {
  return Object.fromEntries(
    named.flatMap(({ name, context }) =>
      context.__typename === "CheckRun" && context.databaseId !== null ? [[name, context.databaseId] as const] : [],
    ),
  );
}

/** Those that will run again: a status cannot be asked for again, and GitHub may refuse. */
export async function runAgain(client: Client, red: readonly NamedContext[], before: Before): Promise<Before> {
  const again: Record<string, number> = {};
  const answered = new Map<string, boolean>();
  for (const { name, context } of red) {
    const id = before[name];
    // There is a newer one already: it was asked for, and the answer got lost.
    if (context.__typename !== "CheckRun" || id === undefined || id !== context.databaseId) {
      if (id !== undefined) again[name] = id;
      continue;
    }
    const run = context.checkSuite.workflowRun?.databaseId ?? null;
    const path = run === null ? `check-runs/${id}/rerequest` : `actions/runs/${run}/rerun-failed-jobs`;
    const isTaken = answered.get(path) ?? (await ask(client, path));
    answered.set(path, isTaken);
    if (isTaken) again[name] = id;
  }
  return again;
}

async function ask(client: Client, path: string): Promise<boolean> {
  const answer = await client.ask({ method: "POST", path });
  if (answer.ok) return true;
  if (answer.error.code === "refused" || answer.error.code === "gone" || answer.error.code === "conflict") return false;
  needRemote(answer);
  return false;
}
