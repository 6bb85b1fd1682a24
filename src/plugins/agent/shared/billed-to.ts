/** Which login or key a turn is billed to, as far as it is seen when the turn is launched. Only names are ever kept. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BilledTo } from "../../../slots/agent.ts";
import { getTextAt, type Json } from "./parse-json.ts";

export type Logins = {
  /** In the order in which the tool takes them. */
  readonly variables: readonly string[];
  /** In the person's home. */
  readonly file: string;
};

export function findBilledTo({ variables, file }: Logins, env: Readonly<Record<string, string>>): BilledTo | null {
  const variable = variables.find((name) => (env[name] ?? "") !== "");
  if (variable !== undefined) return { to: variable, by: "environment" };
  const home = env["HOME"] ?? "";
  return home !== "" && existsSync(join(home, file)) ? { to: `~/${file}`, by: "login_file" } : null;
}

export function parseBilledTo(json: Json): BilledTo | null {
  const to = getTextAt(json, "to");
  const by = BY.find((one) => one === getTextAt(json, "by"));
  return to === null || by === undefined ? null : { to, by };
}

const BY = ["tool", "environment", "login_file"] as const;
