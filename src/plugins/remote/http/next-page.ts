/** Where a `Link` header leads on to; null: nowhere. */
export function parseNextPage(link: string | null): string | null {
  for (const part of (link ?? "").split(",")) {
    const match = /^\s*<([^>]+)>\s*;(.*)$/s.exec(part);
    if (match !== null && /(^|;)\s*rel\s*=\s*"?next"?\s*(;|$)/.test(match[2] ?? "")) return match[1] ?? null;
  }
  return null;
}
