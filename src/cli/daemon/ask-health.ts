/** Asks the daemon of this home whether it is there. */
import type { HomePaths } from "../../config/home.ts";
import { paths } from "../../protocol/paths.ts";
import { fetchFromLoopback } from "./loopback-fetch.ts";
import { parsePid, readDaemonFile, type DaemonPlace } from "./parse-daemon-file.ts";

export type DaemonHealth = DaemonPlace;

const ANSWER_WITHIN_MS = 2_000;

/** Null: there is none, or it does not answer. An answer of another process at its port is not its own. */
export async function askHealth(home: HomePaths): Promise<DaemonHealth | null> {
  const place = readDaemonFile(home.daemon);
  if (place === null) return null;
  try {
    const answer = await fetchFromLoopback(`${place.url}${paths.health[1]}`, {
      method: "GET",
      headers: {},
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return parsePid(await answer.text()) === place.pid ? place : null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
