import type { Command } from "commander";
import { writeConfigHelp, explainKeys } from "../../../config/explain/explain.ts";
import { findNearest } from "../../../lib/text/nearest.ts";
import type { Io } from "../../render/io.ts";
import { blank, drawLines, indentLine, createPen, createSpan, type Line } from "../../render/line.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const examples = [
  ["ao config-help", "every key"],
  ["ao config-help reactions", "those of one block"],
  ["ao config-help reactions.ci-failed.retries", "one key"],
] as const;

export function define(command: Command, io: Io): void {
  command
    .argument("[topic]", "a key, or the block that contains it")
    .action((topic: string | undefined) => showHelp(io, topic));
}

function showHelp(io: Io, topic = ""): void {
  const text = writeConfigHelp(topic);
  const keys = explainKeys();
  const isKnown = topic === "" || !text.startsWith("There is no key");
  if (!isKnown)
    throw reportUnknownTopic(
      topic,
      keys.map(({ key }) => key),
    );
  if (io.json)
    return io.print(
      JSON.stringify(
        keys.filter(({ key }) => text.includes(`${key}  `)),
        null,
        2,
      ),
    );
  if (!io.answer.isTerminal) return io.print(text.trimEnd());
  const pen = createPen(io.answer);
  const lines = text
    .trimEnd()
    .split("\n")
    .flatMap((line): readonly Line[] => {
      if (line === "") return [blank];
      if (!line.startsWith(" ")) return [[createSpan(pen.cut(line, pen.width), "id")]];
      return pen.wrap(line, Math.min(96, pen.width - 4)).map((one) => indentLine([createSpan(one)], 4));
    });
  io.print(drawLines(lines, pen));
}

function reportUnknownTopic(topic: string, keys: readonly string[]): WrongUse {
  const names = [...new Set(keys.flatMap((key) => [key, key.split(".").at(-1) ?? key]))];
  const meant = findNearest(topic, names);
  return new WrongUse(`there is no setting ${topic}; nothing to explain`, {
    try: [meant === null ? "ao config-help" : `ao config-help ${keys.find((key) => key.endsWith(meant)) ?? meant}`],
  });
}
