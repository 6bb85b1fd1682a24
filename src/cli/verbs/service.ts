import { Argument, type Command } from "commander";
import type { Io } from "../render/io.ts";
import { span, type Line } from "../render/line.ts";
import { installService, removeService, type Applied } from "../service/apply.ts";
import { show } from "../show.ts";

export const examples = [
  ["ao service install", "start the daemon at every login"],
  ["ao service uninstall", "no longer"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .addArgument(new Argument("<deed>", "what to do").choices(["install", "uninstall"]))
    .action((deed: "install" | "uninstall") => service(io, deed));
}

async function service(io: Io, deed: "install" | "uninstall"): Promise<void> {
  const done = deed === "install" ? await installService(io) : await removeService(io);
  show(io, {
    json: () => ({ deed, ...done }),
    records: () => [[deed, done.file], ...done.left.map((command) => ["to run", command])],
    lines: () => lines(deed, done),
  });
}

function lines(deed: "install" | "uninstall", { file, wasThere, left }: Applied): readonly Line[] {
  const removed = wasThere ? `removed ${file}` : "there was no service; nothing was removed";
  const said = deed === "install" ? `wrote ${file}; the daemon starts when you log in` : removed;
  return [
    [span(said)],
    ...(left.length === 0 ? [] : [[span("the service manager did not answer here; to be run where it does:")]]),
    ...left.map((command): Line => [span(`  ${command}`)]),
  ];
}
