/** The name of our own tmux server of a home, as `tmux -L` takes it. */
import { createHash } from "node:crypto";

export function formatTmuxSocket(home: string): string {
  return `ao-${createHash("sha256").update(home).digest("hex").slice(0, 10)}`;
}
