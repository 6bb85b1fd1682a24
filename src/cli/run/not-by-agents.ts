/** An agent's own approval never counts. The sandbox keeps the token from it; this says so where there is none. */
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";

export function refuseAgents(io: Io, undone: string): void {
  const session = io.env["AO_SESSION"];
  if (session === undefined || session === "") return;
  throw new CliFailure({
    code: "forbidden",
    message: `this is the session ${session}, and agents neither review nor land; ${undone}`,
    facts: ["a person has to look at it, from a shell of their own"],
  });
}
