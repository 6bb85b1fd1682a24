/** What is kept of a long text: its beginning and its end, cut between lines where there are any. */
export function limitLength(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const half = Math.floor(charactersMax / 2);
  const head = text.slice(0, half);
  const tail = text.slice(-half);
  const [headEnd, tailStart] = [head.lastIndexOf("\n"), tail.indexOf("\n")];
  const kept = [
    headEnd > half / 2 ? head.slice(0, headEnd) : dropHalfLetters(head),
    tailStart !== -1 && tailStart < half / 2 ? tail.slice(tailStart + 1) : dropHalfLetters(tail),
  ];
  const left = text.length - kept.join("").length;
  return `${kept[0]}\n… ${left} characters omitted …\n${kept[1]}`;
}

/** Without half a letter at either end. */
const dropHalfLetters = (text: string): string => text.replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
