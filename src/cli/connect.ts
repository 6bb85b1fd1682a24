import type { Client } from "../protocol/client/create-client.ts";
import { daemonClient } from "./daemon-client.ts";
import type { Io } from "./render/io.ts";

/** The client of this home's daemon, for every verb that needs one. */
export function connect(io: Io): Promise<Client> {
  return Promise.resolve(daemonClient(io.env));
}
