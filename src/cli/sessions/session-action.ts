/** Verbs that do one thing to one session: what they are called is all in which they differ. */
import type { Command } from "commander";
import type { Client } from "../../protocol/client/create-client.ts";
import type { StatusView } from "../../protocol/session/status.ts";
import { connect } from "../daemon/connect.ts";
import type { Io } from "../render/io.ts";
import { runWithProgress } from "../render/progress.ts";
import { showSessionAction } from "../views/session/session-action.ts";

export type SessionAction = {
  /** Said while it takes longer than a second. */
  readonly doing: string;
  /** Said of the session afterwards. */
  readonly done: string;
  readonly ask: (client: Client, id: string) => Promise<StatusView>;
};

export function defineSessionAction(command: Command, io: Io, deed: SessionAction): void {
  command
    .argument("<session>", "id, name or issue")
    .action((session: string) => performSessionAction(io, session, deed));
}

export async function performSessionAction(
  io: Io,
  session: string,
  { doing, done, ask }: SessionAction,
): Promise<void> {
  const client = await connect(io);
  const status = await runWithProgress(io, `${doing} ${session}`, () => ask(client, session));
  showSessionAction(io, done, status);
}
