/** Words as a shell reads them back: what we print can be pasted. */
export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

export function shellWord(word: string): string {
  if (/^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word)) return word;
  if (!/["$`\\!]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
