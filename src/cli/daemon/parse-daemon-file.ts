/** `daemon.json`: which process the daemon is and where it listens. */
import { readTextIfExists } from "../../lib/files/if-there.ts";

export type DaemonPlace = {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  /** Where this machine reaches it. */
  readonly url: string;
};

/** Null: no daemon has said that it is up. */
export function readDaemonFile(path: string): DaemonPlace | null {
  const text = readTextIfExists(path);
  if (text === null) return null;
  const place = JSON.parse(text) as Partial<DaemonPlace> & { readonly host?: string };
  if (typeof place.port !== "number" || typeof place.pid !== "number")
    throw new Error(`${path} does not say where the daemon is`);
  const { pid, port, host = "127.0.0.1" } = place;
  return { pid, port, version: String(place.version), url: `http://${host}:${port}` };
}

/** Of the answer about its health. */
export function parsePid(text: string): unknown {
  return (JSON.parse(text) as { readonly pid?: unknown }).pid;
}
