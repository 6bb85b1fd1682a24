import type { Command } from "commander";
import { defineHold } from "../../sessions/project-hold.ts";
import type { Io } from "../../render/io.ts";

export const examples = [
  ["ao pause app-7", "start no automatic turns; a running turn continues"],
  ["ao pause --project app", "hold the whole project: no turns, no starts"],
] as const;

export function define(command: Command, io: Io): void {
  defineHold(command, io, {
    verb: "pause",
    doing: "pausing",
    done: "is paused",
    ask: (client, id) => client.pause({ id }),
    askProject: (client, id) => client.pauseProject({ id }),
  });
}
