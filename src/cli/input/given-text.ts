/** The text of a message: an argument, a file, or what comes on stdin. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Io } from "../render/io.ts";
import { WrongUse } from "../run/wrong-use.ts";

export type TextSource = {
  readonly words: readonly string[];
  readonly file: string | undefined;
  /** What to type instead when there is no text. */
  readonly example: string;
};

export async function readGivenText(io: Io, source: TextSource): Promise<string> {
  const text = await readText(io, source);
  if (text.trim() === "") throw new WrongUse("there is no text; nothing was sent", { try: [source.example] });
  return text;
}

async function readText(io: Io, { words, file, example }: TextSource): Promise<string> {
  if (words.length > 0 && file !== undefined)
    throw new WrongUse("both a text and a file were given; nothing was sent", { try: [example] });
  if (words.length > 0) return words.join(" ");
  if (file !== undefined && file !== "-") return readFileText(io, file);
  if (file === undefined && io.stdin.isTTY === true) return "";
  return readAll(io.stdin);
}

function readFileText(io: Io, file: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new WrongUse(`${file} could not be read: ${why}; nothing was sent`, { cause: error });
  }
}

async function readAll(stream: Io["stdin"]): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}
