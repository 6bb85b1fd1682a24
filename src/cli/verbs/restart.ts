import type { Command } from "commander";
import type { Io } from "../render/io.ts";
import { defineDeed } from "../session-deed.ts";

export const examples = [["ao restart app-7", "begin the turn again in the same conversation"]] as const;

export function define(command: Command, io: Io): void {
  defineDeed(command, io, {
    doing: "restarting",
    done: "begins its turn again",
    ask: (client, id) => client.restart({ id }),
  });
}
