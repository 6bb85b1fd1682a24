/** The typed client of the daemon of this home, through its restarts. It starts nothing: that is `connect`. */
import { resolveHome, type HomePaths } from "../../config/home.ts";
import { createClient, type Client } from "../../protocol/client/create-client.ts";
import type { ClientOptions } from "../../protocol/client/transport.ts";
import { fetchFromLoopback } from "./loopback-fetch.ts";
import { readDaemonFile } from "./parse-daemon-file.ts";
import { CliFailure } from "../render/failure.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";

export function createDaemonClient(env: NodeJS.ProcessEnv, options: Pick<ClientOptions, "choose"> = {}): Client {
  const own = readAgentAccess(env);
  if (own !== null) return createClient({ url: () => own.url, token: () => own.token, fetch: fetchFromLoopback });
  const home = resolveHome(env);
  return createClient({
    ...options,
    url: createAddressReader(home),
    token: () => readToken(home),
    fetch: fetchFromLoopback,
  });
}

/** What the daemon has given to an agent: enough to ask about its own session. */
export function readAgentAccess(env: NodeJS.ProcessEnv): { readonly url: string; readonly token: string } | null {
  const { AO_URL: url = "", AO_TOKEN: token = "" } = env;
  return url === "" || token === "" ? null : { url, token };
}

/** Read again at each attempt: after a restart the port may be another. While there is none, the last one is asked. */
export function createAddressReader(home: HomePaths): () => string {
  let last: string | null = null;
  return () => {
    const place = readDaemonFile(home.daemon);
    if (place !== null) last = place.url;
    if (last === null)
      throw new CliFailure({
        code: "daemon_gone",
        message: "the daemon is not running; nothing was done",
        try: ["ao start"],
      });
    return last;
  };
}

export function readToken(home: HomePaths): string {
  const token = readTextIfExists(home.token);
  if (token === null)
    throw new CliFailure({
      code: "no_token",
      message: `there is no token at ${home.token}; the daemon was not contacted`,
      try: ["ao start"],
    });
  return token.trim();
}
