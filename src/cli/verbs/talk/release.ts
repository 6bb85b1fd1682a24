import type { Command } from "commander";
import type { Io } from "../../render/io.ts";
import { defineSessionAction } from "../../sessions/session-action.ts";

export const examples = [["ao release app-7", "hand a session back after you took it over"]] as const;

export function define(command: Command, io: Io): void {
  defineSessionAction(command, io, {
    doing: "releasing",
    done: "is handed back",
    ask: (client, id) => client.release({ id }),
  });
}
