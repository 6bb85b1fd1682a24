import { useConnection, type ConnectionState } from "../data/connection.ts";
import { useEffect, useState } from "react";
import { formatClockTime } from "../lib/words.ts";

/** Always the same width: nothing moves when the line breaks. */
export function ConnectionMark() {
  const state = useConnection();
  const seconds = useSecondsSince(state.kind === "reconnecting" ? state.sinceMs : null);
  const words = describeConnection(state, seconds);
  return (
    <span className={`connection ${state.kind}`} title={formatTitle(state)} data-connection={state.kind}>
      <span aria-hidden>{symbols[state.kind]}</span> {words}
    </span>
  );
}

const symbols: Readonly<Record<ConnectionState["kind"], string>> = {
  loading: "◌",
  live: "●",
  catching_up: "◔",
  reconnecting: "◌",
  offline: "○",
  signed_out: "○",
};

function describeConnection(state: ConnectionState, seconds: number): string {
  if (state.kind === "live") {
    if (state.missed === null) return "Live";
    return state.missed.events === null ? "Reloaded" : `${state.missed.events} while away`;
  }
  if (state.kind === "reconnecting") return `Reconnecting ${seconds} s`;
  if (state.kind === "offline") return `Offline since ${formatClockTime(state.sinceMs)}`;
  if (state.kind === "catching_up") return `Catching up ${state.events}`;
  return state.kind === "loading" ? "Connecting" : "Signed out";
}

function formatTitle(state: ConnectionState): string {
  if (state.kind === "reconnecting" || state.kind === "offline")
    return `The daemon does not answer. What is shown is as of ${formatClockTime(state.sinceMs, true)}. ao start starts it.`;
  return state.kind === "live" ? "Up to date." : "";
}

function useSecondsSince(sinceMs: number | null): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (sinceMs === null) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return sinceMs === null ? 0 : Math.round((Date.now() - sinceMs) / 1_000);
}
