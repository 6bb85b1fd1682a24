import type { Command } from "commander";
import { connect } from "../../daemon/connect.ts";
import { readGivenText } from "../../input/given-text.ts";
import type { Io } from "../../render/io.ts";
import { showSessionAction } from "../../views/session/session-action.ts";

export const examples = [
  ["ao status app-7", "shows the question and its choices"],
  ['ao answer app-7 "Redis"', "answer in words"],
  ["ao answer app-7 2", "the second of its choices"],
  ["ao answer app-7 -f answer.md", "a file's text"],
  ["ao answer app-7 send", "let a prepared message go out (auto: false); drop: not"],
] as const;

type AnswerOptions = { readonly file?: string; readonly question?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("<session>", "id, name or issue")
    .argument("[text...]", "the answer, or the number of a choice")
    .option("-f, --file <path>", "take the text from a file; - is stdin")
    .option("--question <id>", "an earlier question of the same turn (default: the newest)")
    .action((session: string, words: readonly string[], options: AnswerOptions) =>
      sendAnswer(io, session, words, options),
    );
}

async function sendAnswer(
  io: Io,
  id: string,
  words: readonly string[],
  { file, question }: AnswerOptions,
): Promise<void> {
  const text = await readGivenText(io, { words, file, example: `ao answer ${id} "Redis"` });
  const client = await connect(io);
  if (text === "send" || text === "drop") {
    const { questions, messages } = await client.session({ id });
    const isPrepared = messages.some(({ state }) => state === "prepared");
    if (questions.length === 0 && isPrepared)
      return showSessionAction(
        io,
        text === "send" ? "gets the message" : "does not get the message",
        await client.decideReaction({ id, do: text }),
      );
  }
  const content = /^\d{1,2}$/.test(text) ? await chosen() : text;
  const status = await client.answer({ id, content, ...(question === undefined ? {} : { questionId: question }) });
  showSessionAction(io, "is answered", status);

  /** A number stands for a choice only where there are so many. */
  async function chosen(): Promise<string> {
    const { questions } = await client.session({ id });
    const asked = questions.find((one) => question === undefined || one.id === question);
    return asked?.choices[Number(text) - 1] ?? text;
  }
}
