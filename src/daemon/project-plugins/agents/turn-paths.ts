/**
 * Where the programs of a session find its folders, as they see them. Programs of this machine see what the daemon sees;
 * a machine with a disk of its own will have paths of its own here, and nothing else has to change.
 */
import { join } from "node:path";
import type { HomePaths } from "../../../config/home.ts";
import type { TurnPaths } from "../../../slots/agent.ts";
import { formatAgentSocket } from "../../../host/socket-path.ts";
import { openTurnFiles } from "../../../lib/turn-folder/turn-files.ts";

export type SessionPaths = Omit<TurnPaths, "turn" | "workspace">;

export function listSessionPaths(
  { path, sessions }: Pick<HomePaths, "path" | "sessions">,
  session: string,
): SessionPaths {
  const at = (name: string): string => join(sessions, session, name);
  return {
    tools: at("agent"),
    conversation: at("conversation.jsonl"),
    logs: at("logs"),
    settings: at("gh"),
    socket: formatAgentSocket(path),
  };
}

type Of = { readonly session: string; readonly turn: string; readonly workspace: string };

export function listTurnPaths(
  home: Pick<HomePaths, "path" | "sessions" | "turns">,
  { session, turn, workspace }: Of,
): TurnPaths {
  return { ...listSessionPaths(home, session), workspace, turn: openTurnFiles(home.turns, turn).directory };
}
