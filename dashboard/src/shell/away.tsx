import { useConnection } from "../data/connection.ts";
import { formatClockTime } from "../lib/words.ts";

/** While the daemon does not answer: how old everything on the page is. Over it, so that nothing moves. */
export function Away() {
  const state = useConnection();
  if (state.kind !== "reconnecting" && state.kind !== "offline") return null;
  return (
    <p className="away" role="status">
      {state.kind === "offline" && (
        <>
          The daemon does not answer. <code>ao start</code> starts it.{" "}
        </>
      )}
      All of this is as of {formatClockTime(state.sinceMs, true)}.
    </p>
  );
}
