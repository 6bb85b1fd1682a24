/** What every document of a table has. A row that lacks it was damaged or written by nobody we know. */
type Need = "string" | "object" | "array" | "kind";

const needs: Readonly<Record<string, Readonly<Record<string, Need>>>> = {
  projects: { id: "string", base: "object" },
  issues: { id: "string", title: "string", state: "kind", labels: "array", blockedBy: "array" },
  sessions: {
    id: "string",
    project: "string",
    branch: "string",
    role: "kind",
    phase: "kind",
    agent: "object",
    incidents: "array",
  },
  changes: { id: "string", project: "string", branch: "string", state: "kind", round: "kind", incidents: "array" },
  candidates: { id: "string", changes: "array", state: "kind" },
  messages: { id: "string", session: "string", text: "string", cause: "kind", state: "kind" },
  inbox: { id: "string", kind: "string" },
  outbox: { key: "string", kind: "string" },
};

/** Null: it has all that a document of this table has. */
export function explainMisshapen(table: string, value: object): string | null {
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const [name, need] of Object.entries(needs[table] ?? {}))
    if (!fits(fields[name], need)) return `its ${name} is missing or not what it should be`;
  return null;
}

function fits(value: unknown, need: Need): boolean {
  if (need === "string") return typeof value === "string";
  if (need === "array") return Array.isArray(value);
  if (typeof value !== "object" || value === null) return false;
  return need === "object" || ("kind" in value && typeof value.kind === "string");
}
