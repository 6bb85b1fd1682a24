import type { Command } from "commander";
import { resolveHome } from "../../../config/home.ts";
import { connect } from "../../daemon/connect.ts";
import { readToken } from "../../daemon/daemon-client.ts";
import type { Io } from "../../render/io.ts";
import { readTextIfExists } from "../../../lib/files/if-there.ts";

export const examples = [
  ["ao token", "print the token of this home; keep it to yourself"],
  [
    'curl -H "Authorization: Bearer $(ao token)" http://127.0.0.1:3000/api/sessions',
    "query the daemon's API with curl",
  ],
] as const;

export function define(command: Command, io: Io): void {
  command.action(async () => {
    const home = resolveHome(io.env);
    // The daemon makes it when it first comes up.
    if (readTextIfExists(home.token) === null) await connect(io);
    const token = readToken(home);
    io.print(io.json ? JSON.stringify({ token }) : token);
  });
}
