/** An upgraded `ao` meets an older daemon: that one makes room as soon as nothing is under way, and agents live on. */
import type { HomePaths } from "../../config/home.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import { ApiError } from "../../protocol/client/api-error.ts";
import { nameProgram } from "./start-daemon.ts";

export async function askToMakeRoom(client: Client, home: HomePaths): Promise<void> {
  nameProgram(home);
  try {
    await client.stopDaemon({ replace: true });
  } catch (error) {
    // One too old to know how is left to `ao stop`; what the person asked for goes on.
    if (!(error instanceof ApiError)) throw error;
  }
}
