import { useWords } from "../lib/clock.ts";
import { ageOf, exactTime } from "../lib/words.ts";

/** How long ago, in one unit; the exact moment for those who look, and for machines. */
export function Age({ of }: { readonly of: string }) {
  const words = useWords((nowMs) => ageOf(nowMs - Date.parse(of)));
  return (
    <time className="age" dateTime={of} title={exactTime(of)}>
      {words}
    </time>
  );
}
