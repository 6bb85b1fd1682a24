import type { Command } from "commander";
import { defineHold } from "../../sessions/project-hold.ts";
import type { Io } from "../../render/io.ts";

export const examples = [
  ["ao resume app-7", "let automatic turns begin again"],
  ["ao resume --project app", "release a paused project"],
] as const;

export function define(command: Command, io: Io): void {
  defineHold(command, io, {
    verb: "resume",
    doing: "resuming",
    done: "goes on",
    ask: (client, id) => client.resume({ id }),
    askProject: (client, id) => client.resumeProject({ id }),
  });
}
