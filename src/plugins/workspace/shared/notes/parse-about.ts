/** What lies in an entry of the trash, as it stands in its `about.json`. */
import { sessionId, type SessionId } from "../../../../domain/model/ids.ts";

export type RescueNote = {
  readonly session: SessionId;
  readonly path: string;
  readonly companions: readonly string[];
  readonly atMs: number;
};

/** Null when there is none, or it is not whole: such an entry is left alone. */
export function parseRescueNote(text: string | null): RescueNote | null {
  if (text === null) return null;
  try {
    const { session, path, companions, atMs } = JSON.parse(text) as Partial<Record<keyof RescueNote, unknown>>;
    const isWhole = typeof session === "string" && typeof path === "string" && typeof atMs === "number";
    if (!isWhole || !Array.isArray(companions)) return null;
    return { session: sessionId(session), path, companions: companions.map(String), atMs };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
