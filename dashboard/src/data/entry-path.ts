import { formatChangePath, formatSessionPath } from "../lib/address.ts";
import type { BoardEntry } from "./board-entry.ts";

/** Its page; `tab` is one of a session, and opens the same part of a change. */
export function formatEntryPath(
  { id, project, ofChange }: Pick<BoardEntry, "id" | "project" | "ofChange">,
  tab = "",
): string {
  if (ofChange === undefined) return formatSessionPath(id, tab);
  const [, query = ""] = tab.split("?");
  return formatChangePath(id, project, query);
}
