/** An answer as a program is told it that remembers nothing: with the question, and with the task it is about. */
import { readTextIfExists } from "../../../lib/files/if-there.ts";
import type { TurnRequest } from "../../../slots/agent.ts";
import { formatConversationFile, type ConversationPaths } from "../shared/conversation/conversation.ts";
import { parseSpoken } from "../shared/turn/parse-turn-files.ts";
import { findLastParagraph } from "../shared/conversation/said.ts";

const QUESTION_MAX = 4 * 1024;
const TASK_MAX = 16 * 1024;
/** How a turn ended that asks. */
const ASKS = 10;

/** The answer first: whoever reads only the first line has it. */
export function answerWithQuestion(places: ConversationPaths, { session, text }: TurnRequest): string {
  const turns = parseSpoken(readTextIfExists(formatConversationFile(places, session)) ?? "");
  const question = findLastParagraph(turns.findLast(({ exit }) => exit === ASKS)?.said ?? "", false);
  const task = turns.find(({ reason }) => reason === "start")?.message ?? "";
  const parts = [
    text,
    question === "" ? "" : `---\nYou asked:\n${limitLength(question, QUESTION_MAX)}`,
    task === "" ? "" : `---\nThe task was:\n${limitLength(task, TASK_MAX)}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

const limitLength = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`);
