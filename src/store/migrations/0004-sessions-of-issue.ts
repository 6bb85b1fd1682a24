/** A session is also called by its issue, whether it lives or not. */
import type { Migration } from "../../lib/database/migrate.ts";

export const sessionsOfIssue: Migration = {
  version: 4,
  up: (db) => void db.exec("CREATE INDEX sessions_of_issue ON sessions (issue) WHERE issue IS NOT NULL"),
};
