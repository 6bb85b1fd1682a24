/**
 * The tool's own screen on the conversation of a session, for a person who takes it over between turns. It runs as a turn
 * does, in the sandbox and on a screen that outlives the daemon, under a name of its own: `own.<session>.<n>`. No turn of
 * the session begins beside it.
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { turnId, type TurnId } from "../domain/ids.ts";
import type { Session } from "../domain/session.ts";
import type { OwnScreen } from "../slots/agent.ts";
import { failed, ok, type SlotResult } from "../slots/result.ts";
import type { RuntimePlugin, TurnLaunch } from "../slots/runtime.ts";
import type { ProjectSlots } from "../slots/slots.ts";
import type { Ground } from "./ground.ts";

export type OwnScreens = {
  /** False: the tool has none, or there is no conversation yet, or a turn is open. Nothing is opened. */
  readonly isOffered: (session: Session) => Promise<boolean>;
  /** Null: it is not offered. One that runs is found again. */
  readonly open: (session: Session) => Promise<SlotResult<TurnId | null>>;
  readonly end: (session: Session) => Promise<void>;
};

type Parts = Pick<Ground, "home" | "environmentOf" | "log"> & {
  readonly slotsOf: (project: Session["project"]) => ProjectSlots | undefined;
};

const nameOf = (session: string, n: number): TurnId => turnId(`own.${session}.${n}`);
const isOwn = (turn: TurnId): boolean => turn.startsWith("own.");

export function ownScreens(parts: Parts): OwnScreens {
  const { home, log, slotsOf } = parts;
  const runtimeOf = ({ project, agent }: Session): RuntimePlugin | undefined =>
    slotsOf(project)?.runtime(agent.runtime);
  return {
    isOffered: async (session) => {
      const screen = await prepared(parts, session);
      return screen.ok && screen.value !== null;
    },
    open: async (session) => {
      const runtime = runtimeOf(session);
      if (runtime === undefined) return ok(null);
      const last = await lastOf(home.turns, session.id);
      if (last > 0 && (await isRunning(runtime, nameOf(session.id, last)))) return ok(nameOf(session.id, last));
      const screen = await prepared(parts, session);
      if (!screen.ok || screen.value === null) return screen.ok ? ok(null) : screen;
      const turn = nameOf(session.id, last + 1);
      const about = { turn, session: session.id, stdin: "", takesFrames: false, hasScreen: true };
      const started = await runtime.start({ ...about, ...screen.value });
      return started.ok ? ok(turn) : failed("unavailable", started.error.message);
    },
    end: async (session) => {
      const runtime = runtimeOf(session);
      const ended = runtime === undefined ? ok("gone") : await endLast(runtime, home.turns, session.id);
      if (!ended.ok) log.warn({ sessionId: session.id, error: ended.error }, "an own screen could not be closed");
    },
  };
}

async function prepared(
  { slotsOf, environmentOf }: Parts,
  session: Session,
): Promise<SlotResult<(OwnScreen & { readonly cwd: string }) | null>> {
  const agent = slotsOf(session.project)?.agent(session.agent.plugin);
  if (agent?.ownScreen === undefined || session.phase.kind !== "resting") return ok(null);
  const { workspacePath } = session.phase;
  const screen = await agent.ownScreen({ session: session.id, workspacePath, env: await environmentOf(session) });
  if (!screen.ok) return screen;
  return ok(screen.value === null ? null : { ...screen.value, cwd: workspacePath });
}

/** Before a turn of its session begins: a screen that nobody closed must not go on with the same conversation. */
export async function endBeside(runtime: RuntimePlugin, turns: string, launch: TurnLaunch): Promise<void> {
  if (!isOwn(launch.turn)) await endLast(runtime, turns, launch.session);
}

async function endLast(runtime: RuntimePlugin, turns: string, session: string): Promise<SlotResult<string>> {
  const last = await lastOf(turns, session);
  return last === 0 ? ok("gone") : runtime.signal(nameOf(session, last), "kill");
}

async function isRunning(runtime: RuntimePlugin, turn: TurnId): Promise<boolean> {
  const sight = await runtime.look(turn);
  return sight.ok && sight.value.kind === "running";
}

/** The number of the newest; 0: there was none. */
async function lastOf(turns: string, session: string): Promise<number> {
  const prefix = `own.${session}.`;
  const names = (existsSync(turns) ? await readdir(turns) : []).filter((name) => name.startsWith(prefix));
  return Math.max(0, ...names.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger));
}
