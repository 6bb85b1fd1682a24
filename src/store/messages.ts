import type { MessageId, SessionId } from "../domain/model/ids.ts";
import { isSettled, type Message } from "../domain/turn/message.ts";
import type { Connection } from "../lib/database/connection.ts";
import { readReadableDocs, readDoc, writeDoc, type DocRow } from "./docs/doc.ts";
import { createQueries } from "./docs/queries.ts";

export type MessagesTable = ReturnType<typeof createMessagesTable>;

export function createMessagesTable(db: Connection) {
  return createQueries(db, { get, save, unsettledOf: selectUnsettled, ofSession: selectBySession });
}

function get(db: Connection) {
  const select = db.prepare<[MessageId], string>("SELECT doc FROM messages WHERE id = ?").pluck();
  return (id: MessageId): Message | null => {
    const doc = select.get(id);
    return doc === undefined ? null : readDoc("messages", id, doc);
  };
}

/** A message keeps its place in the order, however often its state changes. */
function save(db: Connection) {
  const upsert = db.prepare<[MessageId, SessionId, number, string]>(`
    INSERT INTO messages (id, session, settled, doc) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET settled = excluded.settled, doc = excluded.doc`);
  return (message: Message): void =>
    void upsert.run(message.id, message.session, isSettled(message) ? 1 : 0, writeDoc(message));
}

/** In the order they were made. */
function selectUnsettled(db: Connection) {
  const select = db.prepare<[SessionId], DocRow>(
    "SELECT id, doc FROM messages WHERE settled = 0 AND session = ? ORDER BY seq",
  );
  return (session: SessionId): readonly Message[] => readReadableDocs("messages", select.all(session));
}

/** Newest first. */
function selectBySession(db: Connection) {
  const select = db.prepare<[SessionId, number], DocRow>(
    "SELECT id, doc FROM messages WHERE session = ? ORDER BY seq DESC LIMIT ?",
  );
  return (session: SessionId, limit: number): readonly Message[] =>
    readReadableDocs("messages", select.all(session, limit));
}
