/** What the agent wrote, piece by piece, as fast as the reader takes it. */
import type { RouteInput } from "../../protocol/client/calls.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { Io } from "../render/io.ts";

export async function followLog(io: Io, client: Client, input: RouteInput<"logs">): Promise<void> {
  let last = "\n";
  for await (const piece of client.logs(input)) {
    if (piece === "") continue;
    io.write(piece);
    await io.drained();
    last = piece;
  }
  if (io.answer.isTerminal && !last.endsWith("\n")) io.write("\n");
}
