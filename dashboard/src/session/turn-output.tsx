/** What the agent wrote in one turn, as text; the open one is followed. */
import { useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { useIsVisible } from "../lib/visible.ts";
import { pluralize } from "../lib/words.ts";
import { TurnHead } from "./turn-head.tsx";

const TAIL_LINES = 2_000;
const SHOWN_LINES = 60;
const KEPT_CHARS = 400_000;
const DRAW_EVERY_MS = 60;

type Props = { readonly session: string; readonly agent: string; readonly n: number; readonly isOpen: boolean };

export function TurnOutput({ session, agent, n, isOpen }: Props) {
  const isVisible = useIsVisible();
  const { text, error } = useLog(session, n, isOpen && isVisible);
  const [isWhole, setWhole] = useState(false);
  const lines = text.replace(/\n$/, "").split("\n");
  const hidden = isWhole ? 0 : Math.max(0, lines.length - SHOWN_LINES);
  if (text === "" && error === null && !isOpen) return null;
  return (
    <section className="output" aria-label={`Turn ${n}`}>
      <TurnHead agent={agent} n={n} isOpen={isOpen} />
      {hidden > 0 && (
        <button className="link earlier" onClick={() => setWhole(true)}>
          {pluralize(hidden, "earlier line")}
        </button>
      )}
      {text !== "" && <pre className="log">{lines.slice(hidden).join("\n")}</pre>}
      {text === "" && error === null && <p className="quiet">Nothing written yet.</p>}
      {error !== null && <p className="quiet">Its output is not shown: {error}</p>}
    </section>
  );
}

type Log = { readonly text: string; readonly error: string | null };

function useLog(session: string, turn: number, follow: boolean) {
  const [state, setState] = useState<Log>({ text: "", error: null });
  useEffect(() => {
    const controller = new AbortController();
    let text = "";
    let timer: ReturnType<typeof setTimeout> | null = null;
    const draw = (): void => {
      timer = null;
      setState({ text, error: null });
    };
    const read = async (): Promise<void> => {
      const asked = { id: session, turn, follow, tail: TAIL_LINES };
      for await (const piece of client.logs(asked, { signal: controller.signal, retryForMs: 600_000 })) {
        text = (text + piece).slice(-KEPT_CHARS);
        timer ??= setTimeout(draw, DRAW_EVERY_MS);
      }
    };
    read().catch((error: unknown) => {
      if (!controller.signal.aborted) setState({ text, error: error instanceof Error ? error.message : String(error) });
    });
    return () => {
      controller.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [session, turn, follow]);
  return state;
}
