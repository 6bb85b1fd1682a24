/** Server-sent events, as the standard has them: fields in lines, an empty line ends an event. */
export type SseEvent = { readonly type: string; readonly data: string; readonly id: string | null };

/** Takes text as it comes, in pieces of any size. An event without data only moves the id. */
export function createSseParser(): (piece: string) => readonly SseEvent[] {
  let left = "";
  let lines: string[] = [];
  return (piece) => {
    const all = (left + piece).split(/\r\n|\n|\r(?!$)/);
    left = all.pop() ?? "";
    const events: SseEvent[] = [];
    for (const line of all) {
      if (line !== "") lines.push(line);
      else if (lines.length > 0) {
        events.push(parseEvent(lines));
        lines = [];
      }
    }
    return events;
  };
}

function parseEvent(lines: readonly string[]): SseEvent {
  const fields = lines
    .filter((line) => !line.startsWith(":"))
    .map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line))
    .map((match) => ({ name: match?.[1] ?? "", value: match?.[2] ?? "" }));
  const last = (name: string): string | null => fields.findLast((field) => field.name === name)?.value ?? null;
  const data = fields.filter(({ name }) => name === "data").map(({ value }) => value);
  return { type: last("event") ?? "message", data: data.join("\n"), id: last("id") };
}
