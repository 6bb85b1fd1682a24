/** The typed client of the daemon of this home, through its restarts. It starts nothing: that is `connect`. */
import { homeOf, type Home } from "../config/home.ts";
import { createClient, type Client } from "../protocol/client/create-client.ts";
import type { ClientOptions } from "../protocol/client/transport.ts";
import { loopbackFetch } from "./loopback-fetch.ts";
import { readDaemonFile } from "./parse-daemon-file.ts";
import { Failure } from "./render/failure.ts";
import { textIfThere } from "../lib/if-there.ts";

export function daemonClient(env: NodeJS.ProcessEnv, options: Pick<ClientOptions, "choose"> = {}): Client {
  const own = accessOfAgent(env);
  if (own !== null) return createClient({ url: () => own.url, token: () => own.token, fetch: loopbackFetch });
  const home = homeOf(env);
  return createClient({ ...options, url: addressOf(home), token: () => tokenOf(home), fetch: loopbackFetch });
}

/** What the daemon has given to an agent: enough to ask about its own session. */
export function accessOfAgent(env: NodeJS.ProcessEnv): { readonly url: string; readonly token: string } | null {
  const { AO_URL: url = "", AO_TOKEN: token = "" } = env;
  return url === "" || token === "" ? null : { url, token };
}

/** Read again at each attempt: after a restart the port may be another. While there is none, the last one is asked. */
export function addressOf(home: Home): () => string {
  let last: string | null = null;
  return () => {
    const place = readDaemonFile(home.daemon);
    if (place !== null) last = place.url;
    if (last === null)
      throw new Failure({
        code: "daemon_gone",
        message: "the daemon is not running; nothing was done",
        try: ["ao start"],
      });
    return last;
  };
}

export function tokenOf(home: Home): string {
  const token = textIfThere(home.token);
  if (token === null)
    throw new Failure({
      code: "no_token",
      message: `there is no token at ${home.token}; nothing was asked of the daemon`,
      try: ["ao start"],
    });
  return token.trim();
}
