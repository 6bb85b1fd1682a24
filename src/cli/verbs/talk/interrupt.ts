import type { Command } from "commander";
import type { Io } from "../../render/io.ts";
import { defineSessionAction } from "../../sessions/session-action.ts";

export const examples = [
  ["ao interrupt app-7", "end the turn; the conversation and the files stay"],
  ['ao interrupt app-7 && ao send app-7 "Stop and explain"', "end it, then say what to do instead"],
] as const;

export function define(command: Command, io: Io): void {
  defineSessionAction(command, io, {
    doing: "interrupting",
    done: "is told to end its turn",
    ask: (client, id) => client.interrupt({ id }),
  });
}
