/** A text frame of the terminal's socket, looked at by hand: the page loads no schemas. */
import type { ServerFrame } from "../../../src/protocol/session/terminal.ts";

const ROLES = ["typing", "watching", "log"] as const;

export function parseServerFrame(text: string): ServerFrame | null {
  const fields = new Map<string, unknown>(Object.entries(parseObject(text)));
  const type = fields.get("type");
  if (type === "ended") return { type, text: String(fields.get("text")) };
  if (type === "screen" || type === "size")
    return toSizedFrame(type, Number(fields.get("cols")), Number(fields.get("rows")));
  const role = type === "role" ? ROLES.find((name) => name === fields.get("role")) : undefined;
  return role === undefined ? null : { type: "role", role };
}

function toSizedFrame(type: "screen" | "size", cols: number, rows: number): ServerFrame | null {
  return cols > 0 && rows > 0 ? { type, cols, rows } : null;
}

function parseObject(text: string): object {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? value : {};
}
