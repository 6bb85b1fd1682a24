/**
 * What was said and done in a session. Read from the output of its turns; of a turn that has ended it is kept beside the
 * session, redacted, so that it outlives the output.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import { hasTurnEnded } from "../../../lib/turn-folder/turn-folders.ts";
import type { ConversationEventView, ConversationView } from "../../../protocol/session/conversation.ts";
import type { AgentPlugin } from "../../../slots/agent.ts";
import type { BegunTurn } from "../../../store/turns.ts";
import type { DaemonContext } from "../../context.ts";
import { parseKeptEvents } from "../events/parse-kept-events.ts";

export type ConversationParts = Pick<DaemonContext, "store" | "home" | "redact" | "slotsOf">;
type Asked = { readonly turn: number | null; readonly after: number | null };

const TURNS_SHOWN = 20;

export async function readConversationView(
  parts: ConversationParts,
  session: Session,
  { turn, after }: Asked,
): Promise<ConversationView> {
  const all = parts.store.turns.ofSession(session.id);
  const wanted = turn === null ? all.slice(-TURNS_SHOWN) : all.filter(({ n }) => n === turn);
  const turns = wanted.map(async (one) => ({
    id: one.id,
    n: one.n,
    events: [...(await readTurnEvents(parts, one, after))],
  }));
  return { session: session.id, agent: session.agent.plugin, turns: await Promise.all(turns) };
}

/** Of one turn, behind the first `after` bytes of its output. */
export async function readTurnEvents(
  parts: ConversationParts,
  turn: BegunTurn,
  after: number | null,
): Promise<readonly ConversationEventView[]> {
  const file = join(parts.home.sessions, turn.session, "said", `${turn.id}.json`);
  if (existsSync(file)) {
    const kept = parseKeptEvents(await readFile(file, "utf8"));
    return kept.filter(({ outBytes }) => after === null || outBytes > after);
  }
  const isOver = hasTurnEnded(parts.home.turns, turn.id);
  const read = await findSessionAgent(parts, turn.session)?.conversation(turn.id, after);
  if (read?.ok !== true) return [];
  const events = parseKeptEvents(parts.redact(JSON.stringify(read.value)));
  if (isOver && after === null && events.length > 0) replaceFile(file, `${JSON.stringify(events)}\n`);
  return events;
}

export function findSessionAgent({ store, slotsOf }: ConversationParts, id: SessionId): AgentPlugin | undefined {
  const session = store.sessions.get(id);
  return session === null ? undefined : slotsOf(session.project)?.agent(session.agent);
}
