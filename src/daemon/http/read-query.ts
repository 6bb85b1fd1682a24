/** What stands behind the question mark. Each name once: whoever reads the first and whoever reads the last must agree. */
import { refuse } from "./refusal.ts";

export function readQuery({ searchParams }: URL): Readonly<Record<string, string>> {
  const query = new Map<string, string>();
  for (const [name, value] of searchParams) {
    if (query.has(name))
      throw refuse("bad_request", `nothing was done: \`${name.slice(0, 100)}\` is given twice in the address`);
    query.set(name, value);
  }
  return Object.fromEntries(query);
}
