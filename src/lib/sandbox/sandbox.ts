/**
 * Where programs run that nobody has read: agents, set-up commands, checks of agent-made trees. Outside of what is
 * writable they can change nothing, and what is hidden is not there for them. What they reach of the
 * network is said elsewhere (`own-network.ts`).
 */
import type { Sandbox, TriedSandbox } from "./confinement.ts";
import { findBubblewrap } from "./bubblewrap.ts";
import { findSeatbelt } from "./seatbelt.ts";

export type { Sandbox } from "./confinement.ts";

export type FoundSandbox =
  /** `why`: nothing is confined although that was not asked for, because of this. */
  | { readonly ok: true; readonly sandbox: Sandbox; readonly why: string | null }
  /** The sandbox that was asked for does not work here. Nothing may be started without it. */
  | { readonly ok: false; readonly why: string };

export const noSandbox: Sandbox = { name: "none", wrap: ({ argv }) => argv };

/**
 * `wanted` is `auto`, `findBubblewrap`, `findSeatbelt` or `none`. What this system has is tried, once and for real: namespaces
 * may be switched off although the program is installed.
 */
export async function findSandbox(wanted: string): Promise<FoundSandbox> {
  if (wanted === "none") return { ok: true, sandbox: noSandbox, why: null };
  if (wanted !== "auto") return confirmSandbox(await tryNamedSandbox(wanted));
  const found = await tryNamedSandbox(SANDBOX_OF_SYSTEM[process.platform] ?? process.platform);
  return found.ok ? confirmSandbox(found) : { ok: true, sandbox: noSandbox, why: found.why };
}

const SANDBOX_OF_SYSTEM: Readonly<Record<string, string>> = { linux: "bubblewrap", darwin: "seatbelt" };

function tryNamedSandbox(name: string): Promise<TriedSandbox> {
  if (name === "bubblewrap") return findBubblewrap();
  if (name === "seatbelt") return findSeatbelt();
  const why =
    name === process.platform
      ? `there is no sandbox for ${name} yet`
      : `"${name}" is not a sandbox; choose auto, bubblewrap, seatbelt or none`;
  return Promise.resolve({ ok: false, why });
}

const confirmSandbox = (found: TriedSandbox): FoundSandbox =>
  found.ok ? { ok: true, sandbox: found.sandbox, why: null } : found;
