/** Gives the daemon what this shell knows and the one that started it did not: its PATH, keys of agents, tokens. */
import { ApiError } from "../../protocol/client/api-error.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import { readAgentAccess } from "./daemon-client.ts";
import type { Io } from "../render/io.ts";

/** `isWhole`: as if it had been started here. */
export async function handOverEnvironment(io: Io, client: Client, isWhole = false): Promise<void> {
  const changed = await ask(io, client, { isWhole });
  const given = listShown(io.env);
  const taken = changed.filter((name) => name in given);
  const dropped = changed.filter((name) => !(name in given));
  if (taken.length > 0) io.tell(`The daemon now uses ${taken.join(", ")} from this shell.`);
  if (dropped.length > 0) io.tell(`The daemon no longer has ${dropped.join(", ")}, which this shell does not set.`);
}

/** What the daemon does not have as this shell has it. */
export const compareEnvironment = (io: Io, client: Client): Promise<readonly string[]> =>
  ask(io, client, { isWhole: true, isTrial: true });

type How = { readonly isWhole: boolean; readonly isTrial?: boolean };

async function ask({ env }: Io, client: Client, how: How): Promise<readonly string[]> {
  if (readAgentAccess(env) !== null) return [];
  try {
    return (await client.takeEnvironment({ variables: listShown(env), ...how })).changed;
  } catch (error) {
    // One too old to know how goes on with what it has.
    if (error instanceof ApiError && error.code === "not_found") return [];
    throw error;
  }
}

/** Longer ones are no keys, and a request is bounded. */
const VALUE_MAX = 16_384;

function listShown(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(env).flatMap(([name, value]): [string, string][] =>
    value === undefined || value.length > VALUE_MAX || name.startsWith("AO_") || name === "" ? [] : [[name, value]],
  );
  return Object.fromEntries(given);
}
