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
  /** Of the message it was, or may have been, first told in, which it stays a part of; null: it was told to nobody yet. */
  readonly message_key: string | null;
};

export function createHeldNoticesTable(db: Connection) {
  return createQueries(db, { hold, due: selectDue, putInMessage, letGo: deleteHeld });
}

/** One that waits already is left as it is. */
function hold(db: Connection) {
  const insert = db.prepare<[HeldNotice]>(`
    INSERT INTO held_notices (notice, notifier, project, due_ms, doc, message_key)
    VALUES (:notice, :notifier, :project, :due_ms, :doc, :message_key) ON CONFLICT DO NOTHING`);
  return (held: HeldNotice): void => void insert.run(held);
}

/** In the order of their moments. */
function selectDue(db: Connection) {
  const select = db.prepare<[Ms], HeldNotice>("SELECT * FROM held_notices WHERE due_ms <= ? ORDER BY due_ms, notice");
  return (nowMs: Ms): readonly HeldNotice[] => select.all(nowMs);
}

function putInMessage(db: Connection) {
  const update = db.prepare<[string, string, string]>(
    "UPDATE held_notices SET message_key = ? WHERE notice = ? AND notifier = ?",
  );
  return ({ notice, notifier }: Pick<HeldNotice, "notice" | "notifier">, messageKey: string): void =>
    void update.run(messageKey, notice, notifier);
}

function deleteHeld(db: Connection) {
  const remove = db.prepare<[string, string]>("DELETE FROM held_notices WHERE notice = ? AND notifier = ?");
  return ({ notice, notifier }: Pick<HeldNotice, "notice" | "notifier">): void => void remove.run(notice, notifier);
}
