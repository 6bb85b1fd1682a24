/** The live terminal: watched until somebody takes over. Nothing is typed before. */
import { useEffect, useRef, useState } from "react";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { useMute } from "../data/connection.ts";
import { useKeys } from "../lib/keyboard.ts";
import { Failed } from "../parts/states.tsx";
import { openTerminal, type TerminalLine, type TerminalState } from "./terminal-line.ts";
import "@xterm/xterm/css/xterm.css";

export function TerminalTab({ session }: { readonly session: SessionView }) {
  const box = useRef<HTMLDivElement>(null);
  const line = useRef<TerminalLine | null>(null);
  const [state, setState] = useState<TerminalState>({ kind: "opening" });
  const [attempt, setAttempt] = useState(0);
  const mute = useMute();
  useEffect(() => {
    if (box.current === null) return undefined;
    const opened = openTerminal(session.id, box.current, setState);
    line.current = opened;
    return () => opened.close();
  }, [session.id, attempt]);
  const isTyping = state.kind === "typing";
  const takeOver = { keys: "t", label: "take over", run: () => line.current?.takeOver(), bar: true };
  // What is typed at a terminal is meant for it, also while it is only watched: no other single key does anything, and
  // this one only outside of the screen, where it cannot be the first t of what somebody types.
  useKeys("Terminal", state.kind === "watching" ? [takeOver] : [], true);
  if (state.kind === "failed")
    return <Failed what="The terminal" error={new Error(state.why)} onRetry={() => setAttempt((n) => n + 1)} />;
  return (
    <div className={`term ${isTyping ? "typing" : ""}`}>
      <div className="term-bar">
        <span>{describeTerminal(state, session.id)}</span>
        <span className="grow" />
        {state.kind === "watching" && (
          <button className="button" disabled={mute !== null} onClick={() => line.current?.takeOver()}>
            Take over <kbd aria-hidden>t</kbd>
          </button>
        )}
        {isTyping && (
          <button className="button" onClick={() => line.current?.handBack()}>
            Hand back <kbd aria-hidden>Ctrl ]</kbd>
          </button>
        )}
        {state.kind === "closed" && (
          <button className="button" onClick={() => setAttempt((n) => n + 1)}>
            Connect again
          </button>
        )}
      </div>
      <div className="term-screen" ref={box} data-terminal={state.kind} />
    </div>
  );
}

function describeTerminal(state: TerminalState, id: string): string {
  if (state.kind === "typing") return `You are typing into ${id}. Ctrl+] hands it back. Automatic turns are held.`;
  if (state.kind === "watching") return "Watching. Keys are not sent.";
  if (state.kind === "log") return "This agent has no screen: what it writes is shown. Keys are not sent.";
  if (state.kind === "ended" || state.kind === "closed" || state.kind === "failed")
    return `${state.why.charAt(0).toUpperCase()}${state.why.slice(1)}.`;
  return "Opening the terminal…";
}
