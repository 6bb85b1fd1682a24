/** What an agent said, in the few words that a person is shown. */
import { toPlainText } from "../../../../lib/text/plain-text.ts";

const LINE_MAX = 200;
const PARAGRAPH_MAX = 2_000;
const CHOICES_MAX = 20;

/** The last whole line; "" where there is none yet. A window that began inside the text begins with half a line. */
export function findLastLine(text: string, cut: boolean): string {
  const lines = dropCutLine(text, cut).split("\n");
  const ended = lines.slice(0, -1).findLast((line) => line.trim() !== "");
  return shortenText((ended ?? "").trim(), LINE_MAX);
}

/** What went wrong, of all that was said about it: the last line that calls itself so, else the last one. */
export function findComplaint(text: string, cut: boolean): string {
  const lines = dropCutLine(text, cut)
    .split("\n")
    .map((line) => line.trim());
  const said = lines.filter((line) => line !== "");
  return shortenText(said.findLast((line) => COMPLAINT.test(line)) ?? said.at(-1) ?? "", LINE_MAX);
}

const COMPLAINT = /error|fatal|panic|exception|denied|not found|no such|cannot|can't|failed/i;

export function findLastParagraph(text: string, cut: boolean): string {
  const paragraph = splitParagraphs(dropCutLine(text, cut)).at(-1) ?? "";
  if (paragraph.length <= PARAGRAPH_MAX) return paragraph;
  const end = paragraph.slice(-PARAGRAPH_MAX);
  // The last words of many are at the end; the cut is between two lines, or two words.
  return `…${end.slice(end.search(/\s/) + 1)}`;
}

/** The question is the last paragraph; its lines that begin with a dash are the choices. */
export function parseQuestion(
  text: string,
  cut: boolean,
): { readonly text: string; readonly choices: readonly string[] } {
  const all = splitParagraphs(dropCutLine(text, cut));
  const [question, choices] = splitChoices(all.at(-1) ?? "");
  // Choices set apart by an empty line belong to the paragraph before them.
  const [before] = question === "" && choices.length > 0 ? splitChoices(all.at(-2) ?? "") : [question];
  return {
    text: shortenText(before === "" ? "The agent asks for help, without saying for what." : before, PARAGRAPH_MAX),
    choices: choices.slice(0, CHOICES_MAX).map((choice) => shortenText(choice, LINE_MAX)),
  };
}

function splitChoices(paragraph: string): readonly [string, readonly string[]] {
  const lines = paragraph.split("\n");
  const isChoice = (line: string): boolean => line.trimStart().startsWith("- ");
  const question = lines.filter((line) => !isChoice(line)).join("\n");
  return [question.trim(), lines.filter(isChoice).map((line) => line.trim().slice(2).trim())];
}

const splitParagraphs = (text: string): readonly string[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");

function dropCutLine(text: string, cut: boolean): string {
  const plain = toPlainText(text);
  const whole = cut ? plain.slice(plain.indexOf("\n") + 1) : plain;
  const readable = whole.split("\n").filter(isText).join("\n");
  return readable.trim() === "" && whole.trim() !== "" ? `${BINARY}\n` : readable;
}

const BINARY = "(output that is not text)";

/** Bytes that are no text decode to the replacement character; a few of them are a torn letter or an old encoding. */
function isText(text: string): boolean {
  const strange = text.length - text.replaceAll("\ufffd", "").length;
  return strange * 5 <= text.length;
}

/** Never half a letter. */
function shortenText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const letters = new Intl.Segmenter().segment(text.slice(0, charactersMax));
  const kept = [...letters].slice(0, -1).map(({ segment }) => segment);
  return `${kept.join("")}…`;
}
