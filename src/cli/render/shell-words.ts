/** Words as a shell reads them back: what we print can be pasted. */
export function formatCommandLine(words: readonly string[]): string {
  return words.map(quoteShellWord).join(" ");
}

export function quoteShellWord(word: string): string {
  if (/^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word)) return word;
  if (!/["$`\\!]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
