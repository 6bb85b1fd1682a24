/** Texts as they come from people: bounded, and refused with a sentence rather than cut in silence. */
import { failed, type SlotError } from "../../slots/result.ts";

const TITLE_MAX = 300;
const BODY_MAX = 256 * 1_024;
const LABEL_MAX = 100;
const LABELS_MAX = 50;

export type IssueWords = { readonly title?: string; readonly body?: string; readonly labels?: readonly string[] };
type Refusal = { readonly ok: false; readonly error: SlotError<"refused"> };

/** Why these words cannot be taken; null when they can. */
export function refuseWords({ title, body, labels = [] }: IssueWords): Refusal | null {
  if (title !== undefined && title === "") return failed("refused", "Nothing was written: the title is empty.");
  if (title !== undefined && title.length > TITLE_MAX) {
    return failed(
      "refused",
      `Nothing was written: a title has at most ${TITLE_MAX} characters. Put the rest below it.`,
    );
  }
  if (body !== undefined && Buffer.byteLength(body) > BODY_MAX) {
    return failed(
      "refused",
      `Nothing was written: a text has at most ${BODY_MAX / 1_024} KiB. Add the rest as a file.`,
    );
  }
  if (labels.length > LABELS_MAX || labels.some((label) => label.length > LABEL_MAX)) {
    return failed(
      "refused",
      `Nothing was written: there are at most ${LABELS_MAX} labels, each of at most ${LABEL_MAX} characters.`,
    );
  }
  return null;
}

/** One line: what breaks lines or hides text becomes a space. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** Line ends as everywhere; no characters that a terminal would obey. */
export function normalizeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

export function cleanLabels(labels: readonly string[]): readonly string[] {
  return [...new Set(labels.map(toOneLine).filter((label) => label !== ""))];
}
