import { useEffect, useState } from "react";
import { health, healthPath, type Health } from "../../src/protocol/health.ts";

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live"; readonly health: Health }
  | { readonly kind: "offline"; readonly why: string };

const LOOK_EVERY_MS = 2_000;

/** Asks the daemon now and then whether it is there. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>({ kind: "connecting" });
  useEffect(() => {
    const controller = new AbortController();
    const look = (): void => {
      ask(controller.signal).then(setConnection, (error: unknown) =>
        setConnection({ kind: "offline", why: String(error) }),
      );
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, []);
  return connection;
}

async function ask(signal: AbortSignal): Promise<Connection> {
  const answer = await fetch(healthPath, { signal });
  return answer.ok
    ? { kind: "live", health: health.parse(await answer.json()) }
    : { kind: "offline", why: `it answered ${answer.status}` };
}
