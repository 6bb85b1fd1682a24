import { Argument, type Command } from "commander";
import type { Io } from "../../render/io.ts";
import { createSpan, type Line } from "../../render/line.ts";
import { installService, removeService, type Applied } from "../../service/apply.ts";
import { showAnswer } from "../../show.ts";

export const examples = [
  ["ao service install", "start the daemon at every login"],
  ["ao service uninstall", "no longer"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .addArgument(new Argument("<deed>", "what to do").choices(["install", "uninstall"]))
    .action((deed: "install" | "uninstall") => changeService(io, deed));
}

async function changeService(io: Io, deed: "install" | "uninstall"): Promise<void> {
  const done = deed === "install" ? await installService(io) : await removeService(io);
  showAnswer(io, {
    json: () => ({ deed, ...done }),
    records: () => [[deed, done.file], ...done.left.map((command) => ["to run", command])],
    lines: () => formatApplied(deed, done),
  });
}

function formatApplied(deed: "install" | "uninstall", { file, wasThere, left }: Applied): readonly Line[] {
  const removed = wasThere ? `removed ${file}` : "there was no service; nothing was removed";
  const said = deed === "install" ? `wrote ${file}; the daemon starts when you log in` : removed;
  return [
    [createSpan(said)],
    ...(left.length === 0 ? [] : [[createSpan("the service manager did not answer here; to be run where it does:")]]),
    ...left.map((command): Line => [createSpan(`  ${command}`)]),
  ];
}
