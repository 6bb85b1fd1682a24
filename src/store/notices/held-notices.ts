/** Notices that wait for their moment, each for one channel. */
import type { Connection } from "../../lib/database/connection.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Ms } from "../../domain/model/now.ts";
import { createQueries } from "../docs/queries.ts";

export type HeldNoticesTable = ReturnType<typeof createHeldNoticesTable>;

export type HeldNotice = {
  readonly notice: string;
  readonly notifier: string;
  readonly project: ProjectId;
  readonly due_ms: Ms;
  readonly doc: string;
};

export function createHeldNoticesTable(db: Connection) {
  return createQueries(db, { hold, due: selectDue, letGo: deleteHeld });
}

/** One that waits already is left as it is. */
function hold(db: Connection) {
  const insert = db.prepare<[HeldNotice]>(
    "INSERT INTO held_notices VALUES (:notice, :notifier, :project, :due_ms, :doc) ON CONFLICT DO NOTHING",
  );
  return (held: HeldNotice): void => void insert.run(held);
}

/** In the order of their moments. */
function selectDue(db: Connection) {
  const select = db.prepare<[Ms], HeldNotice>("SELECT * FROM held_notices WHERE due_ms <= ? ORDER BY due_ms, notice");
  return (nowMs: Ms): readonly HeldNotice[] => select.all(nowMs);
}

function deleteHeld(db: Connection) {
  const remove = db.prepare<[string, string]>("DELETE FROM held_notices WHERE notice = ? AND notifier = ?");
  return ({ notice, notifier }: Pick<HeldNotice, "notice" | "notifier">): void => void remove.run(notice, notifier);
}
