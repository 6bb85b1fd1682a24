/** Notices that a channel shows and that can be marked as over there, each for one channel. */
import type { Connection } from "../../lib/database/connection.ts";
import type { ProjectId } from "../../domain/model/ids.ts";
import type { Ms } from "../../domain/model/now.ts";
import { createQueries } from "../docs/queries.ts";

export type StandingNoticesTable = ReturnType<typeof createStandingNoticesTable>;

export type StandingNotice = {
  readonly notice: string;
  readonly notifier: string;
  readonly project: ProjectId;
  readonly told_ms: Ms;
  /** Not looked at before. */
  readonly due_ms: Ms;
  /** By what the channel knows it. */
  readonly ref: string | null;
  readonly doc: string;
};

export function createStandingNoticesTable(db: Connection) {
  return createQueries(db, { add, due: selectDue, putOff, letGo: deleteStanding, prune });
}

/** Told again, because an answer got lost: the newest message is the one that will be marked. */
function add(db: Connection) {
  const insert = db.prepare<[StandingNotice]>(
    "INSERT OR REPLACE INTO standing_notices VALUES (:notice, :notifier, :project, :told_ms, :due_ms, :ref, :doc)",
  );
  return (standing: StandingNotice): void => void insert.run(standing);
}

/** The newest first. */
function selectDue(db: Connection) {
  const select = db.prepare<[Ms, number], StandingNotice>(
    "SELECT * FROM standing_notices WHERE due_ms <= ? ORDER BY told_ms DESC, notice LIMIT ?",
  );
  return (nowMs: Ms, limit: number): readonly StandingNotice[] => select.all(nowMs, limit);
}

/** All of one channel. */
function putOff(db: Connection) {
  const update = db.prepare<[Ms, string]>("UPDATE standing_notices SET due_ms = ? WHERE notifier = ?");
  return (notifier: string, untilMs: Ms): void => void update.run(untilMs, notifier);
}

function deleteStanding(db: Connection) {
  const remove = db.prepare<[string, string]>("DELETE FROM standing_notices WHERE notice = ? AND notifier = ?");
  return ({ notice, notifier }: Pick<StandingNotice, "notice" | "notifier">): void => void remove.run(notice, notifier);
}

function prune(db: Connection) {
  const remove = db.prepare<[Ms]>("DELETE FROM standing_notices WHERE told_ms < ?");
  return (beforeMs: Ms): void => void remove.run(beforeMs);
}
