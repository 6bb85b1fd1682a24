/** One line about work that takes longer than a second: what is done, and for how long. */
import type { Io } from "./io.ts";
import { formatDuration } from "./quantity.ts";

const REDRAW_MS = 100;

export type ProgressLine = { readonly say: (what: string) => void };

/** On a terminal the line is redrawn in place and removed at the end; elsewhere it is said at the start and at the end. */
export async function runWithProgress<T>(
  io: Io,
  what: string,
  work: (progress: ProgressLine) => Promise<T>,
): Promise<T> {
  const line = createProgressLine(io, what);
  try {
    return await work({ say: line.say });
  } finally {
    line.end();
  }
}

function createProgressLine(io: Io, first: string) {
  const startedAt = io.now();
  let what = first;
  let isShown = false;
  const text = (): string => `${what} ${formatDuration(io.now() - startedAt)}`;
  const draw = (): void => {
    if (io.narration.canRedraw) io.redraw(text());
    else if (!isShown) io.tell(what);
    isShown = true;
  };
  // Redrawn by time, never by news: however fast it comes, ten times a second is enough.
  let repeat: NodeJS.Timeout | undefined;
  const begin = setTimeout(() => {
    draw();
    if (io.narration.canRedraw) repeat = setInterval(draw, REDRAW_MS);
  }, io.patienceMs);
  return {
    say: (next: string): void => {
      what = next;
    },
    end: (): void => {
      clearTimeout(begin);
      clearInterval(repeat);
      if (!isShown) return;
      if (io.narration.canRedraw) io.redraw(null);
      else io.tell(`${what.replace(/\.$/, "")}: done in ${formatDuration(io.now() - startedAt)}`);
    },
  };
}
