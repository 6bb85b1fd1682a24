/** Sessions that were told to stop: their end is waited for, so that only what has stopped is called stopped. */
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../../protocol/client/create-client.ts";
import type { SessionView } from "../../protocol/session/session.ts";
import { CliFailure } from "../render/failure.ts";
import { indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { count } from "../render/quantity.ts";

/** Work is saved and the workspace removed after the daemon has answered. */
const END_MAX_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** As it is when it has ended; after a minute as it is then. */
export async function waitUntilEnded(client: Client, id: string): Promise<SessionView> {
  const deadline = performance.now() + END_MAX_MS;
  for (;;) {
    const session = await client.session({ id });
    if (session.ended !== null || performance.now() > deadline) return session;
    await pause(LOOK_EVERY_MS);
  }
}

export function endLines(session: SessionView, pen: Pen): readonly Line[] {
  const hasEnded = session.ended !== null;
  const head: Line = [
    createSpan(pen.mark(hasEnded ? "stopped" : "failed")),
    createSpan(" "),
    createSpan(session.id, "id"),
  ];
  const next = hasEnded ? `bring it back: ao restore ${session.id}` : `watch it: ao why ${session.id}`;
  return [
    [...head, createSpan(hasEnded ? " stopped" : " has not stopped yet")],
    ...pen.wrap(session.attention.why, Math.min(76, pen.width - 2)).map((line) => indentLine([createSpan(line)], 2)),
    indentLine([createSpan(next, "hint")], 2),
  ];
}

export function refuseUnended(sessions: readonly SessionView[]): void {
  const left = sessions.filter(({ ended }) => ended === null).map(({ id }) => id);
  const [first] = left;
  if (first === undefined) return;
  const which = left.length === 1 ? first : count(left.length, "session");
  const seconds = Math.round(END_MAX_MS / 1_000);
  throw new CliFailure({
    code: "not_stopped",
    message: `${which} ${left.length === 1 ? "has" : "have"} not stopped after ${seconds} s; the daemon keeps trying`,
    try: [`ao why ${first}`, "ao list"],
    ...(left.length === 1 ? {} : { candidates: left }),
  });
}
