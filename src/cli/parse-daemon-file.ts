/** `daemon.json`: which process the daemon is and where it listens. */
import { readFileSync } from "node:fs";

export type DaemonPlace = {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  /** Where this machine reaches it. */
  readonly url: string;
};

/** Null: no daemon has said that it is up. */
export function readDaemonFile(path: string): DaemonPlace | null {
  const text = readIfThere(path);
  if (text === null) return null;
  const place = JSON.parse(text) as Partial<DaemonPlace> & { readonly host?: string };
  if (typeof place.port !== "number" || typeof place.pid !== "number")
    throw new Error(`${path} does not say where the daemon is`);
  const { pid, port, host = "127.0.0.1" } = place;
  return { pid, port, version: String(place.version), url: `http://${host}:${port}` };
}

/** Of the answer about its health. */
export function pidIn(text: string): unknown {
  return (JSON.parse(text) as { readonly pid?: unknown }).pid;
}

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
