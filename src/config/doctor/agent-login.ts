/**
 * Whether an agent is logged in, as far as that is seen without starting it and without a network: by its variables, and
 * by the files in which it keeps its login. What may be logged in elsewhere (a keychain, a provider of the person's own, a
 * model that needs no login) is unknown, and never said to be logged in.
 */
import { join } from "node:path";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import type { LoginFile, LoginSigns } from "../../plugins/agent/shared/login-signs.ts";
import { findPlugin } from "../../plugins/find-plugin.ts";

export type AgentLogin = {
  readonly state: "logged_in" | "not_logged_in" | "unknown";
  /** What to type, in words; null: nothing has to be done, or nobody knows what. */
  readonly fix: string | null;
};

const NOT_KNOWN: AgentLogin = { state: "unknown", fix: null };

/** macOS keeps logins in its keychain, where nobody looks without asking: there only a variable tells. */
export function readLogin(agent: string, env: NodeJS.ProcessEnv, platform = process.platform): AgentLogin {
  const known = findPlugin("agent", agent)?.part.login;
  const home = env["HOME"] ?? "";
  if (known === undefined || home === "") return NOT_KNOWN;
  const isSet = (names: readonly string[]): boolean => names.some((name) => (env[name] ?? "") !== "");
  const isThere = (files: readonly LoginFile[]): boolean =>
    files.some(({ name, holds = /\S/ }) => holds.test(readTextIfExists(join(home, name)) ?? ""));
  if (isSet(known.variables) || isThere(known.files)) return { state: "logged_in", fix: null };
  const { elsewhere, isNeeded } = known;
  const isElsewhere = isSet(elsewhere.variables) || isThere(elsewhere.files);
  const isSure = isNeeded && platform === "linux" && !isElsewhere;
  return { state: isSure ? "not_logged_in" : "unknown", fix: suggestFix(known) };
}

function suggestFix({ command, variable }: LoginSigns): string | null {
  const set = variable === null ? null : `set ${variable} and run \`ao start\``;
  if (command === null) return set;
  return set === null ? `run \`${command}\`` : `run \`${command}\`, or ${set}`;
}

/** A sentence about an agent that surely cannot work; null: it is logged in, or nobody knows. */
export function findMissingLogin(agent: string, env: NodeJS.ProcessEnv, platform = process.platform): string | null {
  const { state, fix } = readLogin(agent, env, platform);
  return state === "not_logged_in" ? `${agent} is not logged in: ${fix ?? ""}` : null;
}
