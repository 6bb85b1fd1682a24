import type { Command } from "commander";
import { handOverEnvironment } from "../../daemon/hand-over-environment.ts";
import type { Io } from "../../render/io.ts";
import { defineSessionAction } from "../../sessions/session-action.ts";

export const examples = [["ao restart app-7", "begin the turn again in the same conversation"]] as const;

export function define(command: Command, io: Io): void {
  defineSessionAction(command, io, {
    doing: "restarting",
    done: "begins its turn again",
    // It may have failed for want of what this shell knows.
    ask: async (client, id) => {
      await handOverEnvironment(io, client);
      return client.restart({ id });
    },
  });
}
