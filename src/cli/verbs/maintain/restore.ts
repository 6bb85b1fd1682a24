import type { Command } from "commander";
import type { Io } from "../../render/io.ts";
import { defineSessionAction } from "../../sessions/session-action.ts";

export const examples = [
  ["ao restore app-7", "bring back its files and its conversation"],
  ["ao list --all", "find stopped sessions"],
] as const;

export function define(command: Command, io: Io): void {
  defineSessionAction(command, io, {
    doing: "restoring",
    done: "is being brought back",
    ask: (client, id) => client.restore({ id }),
  });
}
