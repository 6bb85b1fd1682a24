import type { EventView } from "../../../protocol/daemon/event.ts";
import type { StoredEvent } from "../../../store/events.ts";
import { parseEventDoc } from "./parse-event-doc.ts";

export function toEventView(event: StoredEvent, redact: (text: string) => string): EventView {
  const { seq, atMs, project, subject, kind } = event;
  const { told, why, effects } = parseEventDoc(event.doc);
  return {
    seq,
    at: new Date(atMs).toISOString(),
    project,
    subject,
    kind,
    told: redact(told ?? kind.replaceAll("_", " ")),
    why: why.map(redact),
    effects: [...effects],
  };
}
