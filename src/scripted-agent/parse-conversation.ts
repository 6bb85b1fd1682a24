/** The earlier turns, as far as a script needs them. */
export type Earlier = { readonly reason: string; readonly message: string };

export function parseConversation(text: string): readonly Earlier[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Earlier);
}
