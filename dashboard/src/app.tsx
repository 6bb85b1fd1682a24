import type { Connection } from "./connection.ts";
import { useConnection } from "./connection.ts";

/** Which daemon this page speaks to, and whether it is there. */
export function App() {
  const connection = useConnection();
  return (
    <main>
      <header>
        <strong>ao</strong>
        <span className={`mark ${connection.kind}`}>{markOf(connection)}</span>
      </header>
      <p>{sentenceOf(connection)}</p>
    </main>
  );
}

function markOf({ kind }: Connection): string {
  return { connecting: "◌ Connecting", live: "● Live", offline: "○ Offline" }[kind];
}

function sentenceOf(connection: Connection): string {
  if (connection.kind === "connecting") return "Looking for the daemon …";
  if (connection.kind === "offline")
    return `The daemon does not answer (${connection.why}). Start it, and this page goes on by itself.`;
  const { version, pid, port } = connection.health;
  return `Version ${version}, process ${pid}, port ${port}.`;
}
