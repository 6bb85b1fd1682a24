/**
 * Which program a command names. A bare name is found by the agent's PATH. A path lies in the workspace, where the agent
 * works; while it is not there (a script nobody has committed) in the person's checkout.
 */
import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

export type Where = { readonly workspace: string; readonly checkout: string; readonly home: string | undefined };

export function resolveProgram(name: string, { workspace, checkout, home }: Where): string {
  if (!name.includes("/") || isAbsolute(name)) return name;
  if (name.startsWith("~/") && home !== undefined) return join(home, name.slice(2));
  const here = resolve(workspace, name);
  const there = resolve(checkout, name);
  return !existsSync(here) && existsSync(there) ? there : here;
}
