/**
 * The tool's own screen on the conversation of a session, for a person who takes it over between turns. It runs as a turn
 * does, in the sandbox and on a screen that outlives the daemon, under a name of its own: `own.<session>.<n>`. No turn of
 * the session begins beside it.
 */
import { sessionId, turnId, type SessionId, type TurnId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import { hasTurnEnded, listTurns } from "../../lib/turn-folder/turn-folders.ts";
import type { OwnScreen } from "../../slots/agent.ts";
import { failed, ok, type SlotResult } from "../../slots/result.ts";
import type { RuntimePlugin, TurnScreen } from "../../slots/runtime.ts";
import type { AroundTurns } from "../../engine/deps.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import type { PluginServices } from "../plugin-services.ts";
import { listSessionPaths } from "../project-plugins/agents/turn-paths.ts";

export type OwnScreens = {
  /** False: the tool has none, or there is no conversation yet, or a turn is open. Nothing is opened. */
  readonly isOffered: (session: Session) => Promise<boolean>;
  /** Null: it is not offered. One that runs is found again. Where it is shown is the runtime's to say. */
  readonly open: (session: Session) => Promise<SlotResult<OpenedScreen | null>>;
  /** False: its program has ended. */
  readonly isOpen: (session: Session, turn: TurnId) => Promise<boolean>;
  readonly end: (session: Session) => Promise<void>;
  /** Ends those whose session no person holds any more: it was released or ended, or a daemon died with the screen open. */
  readonly endUnheld: () => void;
};

export type OpenedScreen = Exclude<TurnScreen, { kind: "none" }> & { readonly turn: TurnId };

type Parts = Pick<PluginServices, "home" | "environmentOf" | "log"> & {
  readonly store: { readonly sessions: Pick<PluginServices["store"]["sessions"], "get"> };
  readonly slotsOf: (project: Session["project"]) => ProjectSlots | undefined;
  readonly aroundTurns: Pick<AroundTurns, "confine" | "started">;
};

const toTurnName = (session: string, n: number): TurnId => turnId(`own.${session}.${n}`);

export function createOwnScreens(parts: Parts): OwnScreens {
  const { aroundTurns, home, log, slotsOf, store } = parts;
  /** Those that may run. */
  const opened = listSessionsWithScreen(home.turns);
  const runtimeOf = ({ project, agent }: Session): RuntimePlugin | undefined =>
    slotsOf(project)?.runtime(agent.runtime);
  const end = async (session: Session): Promise<void> => {
    const runtime = runtimeOf(session);
    const ended = runtime === undefined ? ok("gone") : await endLast(runtime, home.turns, session.id);
    if (ended.ok) opened.delete(session.id);
    else log.warn({ sessionId: session.id, error: ended.error }, "an own screen could not be closed");
  };
  return {
    isOffered: async (session) => {
      const screen = await prepareScreen(parts, session);
      return screen.ok && screen.value !== null;
    },
    open: async (session) => {
      const runtime = runtimeOf(session);
      if (runtime === undefined) return ok(null);
      const last = findLast(home.turns, session.id);
      if (last > 0 && (await isRunning(runtime, toTurnName(session.id, last))))
        return readShown(runtime, toTurnName(session.id, last));
      const screen = await prepareScreen(parts, session);
      if (!screen.ok || screen.value === null) return screen.ok ? ok(null) : screen;
      const turn = toTurnName(session.id, last + 1);
      const about = { turn, session: session.id, stdin: "", takesFrames: false, hasScreen: true };
      opened.add(session.id);
      const confined = await aroundTurns.confine({ ...about, ...screen.value });
      if (!confined.ok) return failed("unavailable", confined.error.message);
      const started = await runtime.start(confined.value);
      if (!started.ok) return failed("unavailable", started.error.message);
      aroundTurns.started(turn, session.id);
      return readShown(runtime, turn);
    },
    isOpen: async (session, turn) => {
      const runtime = runtimeOf(session);
      return runtime !== undefined && (await isRunning(runtime, turn));
    },
    end,
    endUnheld: () => {
      for (const id of opened) {
        const session = store.sessions.get(id);
        if (session?.phase.kind === "resting" && session.hold?.by === "take_over") continue;
        opened.delete(id);
        if (session === null) continue;
        end(session).catch((error: unknown) => log.warn({ sessionId: id, error }, "an own screen could not be closed"));
      }
    },
  };
}

async function prepareScreen(
  { home, slotsOf, environmentOf }: Parts,
  session: Session,
): Promise<SlotResult<(OwnScreen & { readonly cwd: string }) | null>> {
  const agent = slotsOf(session.project)?.agent(session.agent);
  if (agent?.ownScreen === undefined || session.phase.kind !== "resting") return ok(null);
  const { workspacePath } = session.phase;
  const paths = { ...listSessionPaths(home, session.id), workspace: workspacePath };
  const screen = await agent.ownScreen({ session: session.id, paths, env: await environmentOf(session) });
  if (!screen.ok) return screen;
  return ok(screen.value === null ? null : { ...screen.value, cwd: workspacePath });
}

/** Before a turn of its session begins: a screen that nobody closed must not go on with the same conversation. */
export async function endBeside(runtime: RuntimePlugin, turns: string, session: SessionId): Promise<void> {
  await endLast(runtime, turns, session);
}

async function endLast(runtime: RuntimePlugin, turns: string, session: string): Promise<SlotResult<string>> {
  const last = findLast(turns, session);
  return last === 0 ? ok("gone") : runtime.signal(toTurnName(session, last), "kill");
}

/** One whose state cannot be told now may run: it is neither closed nor opened a second time. */
async function isRunning(runtime: RuntimePlugin, turn: TurnId): Promise<boolean> {
  const sight = await runtime.look(turn);
  return !sight.ok || sight.value.kind === "running";
}

async function readShown(runtime: RuntimePlugin, turn: TurnId): Promise<SlotResult<OpenedScreen>> {
  const screen = await runtime.screen(turn);
  if (!screen.ok) return screen;
  if (screen.value.kind === "none") return failed("unavailable", "its own screen ended as soon as it was opened");
  return ok({ ...screen.value, turn });
}

/** Of a daemon before us; one that has ended is not among them. */
function listSessionsWithScreen(turns: string): Set<SessionId> {
  const running = listTurns(turns).filter((name) => name.startsWith("own.") && !hasTurnEnded(turns, name));
  return new Set(running.map((name) => sessionId(name.slice("own.".length, name.lastIndexOf(".")))));
}

/** The number of the newest; 0: there was none. */
function findLast(turns: string, session: string): number {
  const prefix = `own.${session}.`;
  const names = listTurns(turns).filter((name) => name.startsWith(prefix));
  return Math.max(0, ...names.map((name) => Number(name.slice(prefix.length))).filter(Number.isInteger));
}
