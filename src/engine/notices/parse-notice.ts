import type { Notice } from "../../slots/notifier.ts";

/** Written by ourselves, when it was held back. Null: the row was damaged since. */
export function parseNotice(doc: string): Notice | null {
  try {
    const notice = JSON.parse(doc) as Partial<Notice> | null;
    return typeof notice?.key === "string" && typeof notice.title === "string" ? (notice as Notice) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
