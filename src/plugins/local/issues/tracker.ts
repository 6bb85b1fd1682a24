/** The tracker slot over the forge's own issues. */
import { failed, ok } from "../../../slots/result.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { References } from "../../shared/references.ts";
import { toSlotEditor, type LocalIssueEditor } from "./issue-editor.ts";
import { toIssueSnapshot, type IssueRows } from "./issue-rows.ts";

export function createLocalTracker(
  file: ForgeFile,
  rows: IssueRows,
  editor: LocalIssueEditor,
  references: References,
): TrackerPlugin {
  const read: TrackerPlugin["read"] = async (issue) => {
    const number = references.numberOf(issue);
    const row = number === null ? null : rows.get(number);
    return row === null ? failed("gone", `There is no issue ${issue}.`) : ok(toIssueSnapshot(row, references));
  };
  return {
    name: "local",
    credential: "local",
    desk: toSlotEditor(editor),
    read,
    since: async (cursor) => {
      const version = file.version();
      const from = parseIssueCursor(cursor, version);
      const found = from === null ? rows.open() : rows.since(from);
      return ok({ issues: found.map((row) => toIssueSnapshot(row, references)), cursor: String(version) });
    },
    close: async ({ issue, text, key }) => {
      const closed = editor.close(issue, { by: { kind: "self" }, text, key, as: "done" });
      if (closed.ok) return read(issue);
      const { code, message } = closed.error;
      return code === "key_reused" ? failed("refused", message) : failed(code, message);
    },
  };
}

/** A cursor from the future belongs to a file that is no more: then all is read again. */
export function parseIssueCursor(cursor: string | null, newest: number): number | null {
  const version = Number(cursor);
  return cursor === null || !Number.isInteger(version) || version > newest ? null : version;
}
