/**
 * Where one picture is made of many small readings, each of them is asked for again when it breaks: else a few that fail would
 * undo the many that did not, and nothing would ever be read to its end.
 */
import { pauseOn } from "../forge/own-clock.ts";
import type { RemoteClock } from "../quota/quota-broker.ts";
import type { Remote, RemoteRequest } from "./remote.ts";

const PAUSES_MS: readonly number[] = [500, 2_000];
/** What took this long to fail will hardly be quicker next time. */
const SLOW_MS = 10_000;

/** Writes are asked once: whether they were done is for whoever wanted them to find out. */
export const retryReads = (remote: Remote, clock: RemoteClock): Remote => ({
  ...remote,
  ask: async (ask) => {
    for (const pauseMs of isReading(ask) ? PAUSES_MS : []) {
      const beganMs = clock.wallMs();
      const answer = await remote.ask(ask);
      if (answer.ok || answer.error.code !== "unavailable" || clock.wallMs() - beganMs > SLOW_MS) return answer;
      await pauseOn(clock, pauseMs);
    }
    return remote.ask(ask);
  },
});

const isReading = ({ method = "GET" }: RemoteRequest): boolean => method === "GET";
