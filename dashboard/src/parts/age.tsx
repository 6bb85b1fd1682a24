import { useWords } from "../lib/clock.ts";
import { formatShortAge, formatExactTime } from "../lib/words.ts";

/** How long ago, in one unit; the exact moment for those who look, and for machines. */
export function Age({ of }: { readonly of: string }) {
  const words = useWords((nowMs) => formatShortAge(nowMs - Date.parse(of)));
  return (
    <time className="age" dateTime={of} title={formatExactTime(of)}>
      {words}
    </time>
  );
}
