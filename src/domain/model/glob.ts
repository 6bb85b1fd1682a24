/** Paths against patterns: `*` within a folder, `**` across folders, everything else literally. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(path.split("/"), pattern.split("/")));
}

function matches(path: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") return matches(path, rest) || (path.length > 0 && matches(path.slice(1), pattern));
  const [segment, ...deeper] = path;
  return segment !== undefined && matchesSegment(segment, first) && matches(deeper, rest);
}

/** Walks the literal pieces between the stars from left to right; the last one must reach the end. */
function matchesSegment(segment: string, pattern: string): boolean {
  const pieces = pattern.split("*");
  const head = pieces[0] ?? "";
  const tail = pieces.at(-1) ?? "";
  if (pieces.length === 1) return segment === pattern;
  if (!segment.startsWith(head) || !segment.endsWith(tail) || segment.length < head.length + tail.length) return false;
  let from = head.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = segment.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= segment.length - tail.length;
}
