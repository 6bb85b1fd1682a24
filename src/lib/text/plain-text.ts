/**
 * Text of a program as a person may safely read it anywhere: without what moves cursors, sets titles or colours, hides or
 * reorders letters. Of a line that was drawn over itself (progress bars) what stood there last remains.
 */
export function toPlainText(text: string): string {
  const lines = text.replaceAll(SEQUENCES, "").split("\n");
  return lines.map(keepLastDrawn).join("\n").replaceAll(INVISIBLE, "");
}

function keepLastDrawn(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(line.lastIndexOf("\r", end - 1) + 1, end);
}

const ESC = "\\u001b";
/** Control sequences; strings up to their end, or to the end of the line when that got lost; what is left of either. */
const SEQUENCES = new RegExp(
  [
    `(?:${ESC}\\[|\\u009b)[0-?]*[ -/]*[@-~]?`,
    `(?:${ESC}[\\]PX^_k]|[\\u009d\\u0090\\u0098\\u009e\\u009f])[^\\u0007\\u001b\\u009c\\n]{0,4096}(?:\\u0007|\\u009c|${ESC}\\\\)?`,
    `${ESC}[ -/]*[0-~]?`,
  ].join("|"),
  "g",
);
/** Control characters but tab and newline; marks of direction, zero width, and what is no character at all. */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ufffe\uffff]/g;
