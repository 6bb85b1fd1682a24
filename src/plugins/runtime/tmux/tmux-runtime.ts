/**
 * Turns in the panes of a tmux of our own, so that people can look at them with their own tools. The holder is the pane's
 * command; what became of a turn is read from its files, so a tmux that died hides nothing.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { RuntimePlugin, TurnFrame, TurnScreen } from "../../../slots/runtime.ts";
import { createHeldTurns, type HeldTurns, type HeldTurnsOptions } from "../shared/held-turns.ts";
import { writeTyped } from "../../../lib/turn-folder/make-turn.ts";
import { openTurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { beginInPane, listPanes, formatSessionName, sweepDeadPanes, type Pane } from "./panes.ts";
import { formatTmuxSocket } from "../../../lib/process/tmux-socket.ts";
import { createTmuxServer, type TmuxServer } from "./tmux-server.ts";

export type TmuxRuntimeOptions = HeldTurnsOptions & {
  /** Where tmux lies: `findUsableTmux` says whether it can be used. */
  readonly tmux: string;
};

export function createTmuxRuntime(options: TmuxRuntimeOptions): RuntimePlugin {
  const held = createHeldTurns(options);
  const server = createTmuxServer(options.tmux, formatTmuxSocket(options.home));
  return {
    name: "tmux",
    start: async (launch) => {
      // A stdin that stays open needs the host; a pane has only a keyboard.
      if (launch.takesFrames && !launch.hasScreen) return held.start(launch, held.beginHosted);
      const started = await held.start(launch, (holder) => beginInPane(server, holder));
      if (started.ok && launch.hasScreen) await sweepDeadPanes(server);
      return started;
    },
    look: held.look,
    signal: held.signal,
    write: (frame) =>
      held.describe(frame.turn)?.hasScreen === true ? typeInto(server, held, options, frame) : held.writeHosted(frame),
    screen: async (turn) => {
      const description = held.describe(turn);
      if (description?.hasScreen !== true) return ok({ kind: "none" });
      const pane = await findPane(server, turn);
      if (!pane.ok) return pane;
      // The host draws it again from what is kept.
      return ok(pane.value === null ? { kind: "hosted" } : showPane(server, pane.value, description.session));
    },
  };
}

async function findPane(server: TmuxServer, turn: string): Promise<SlotResult<Pane | null>> {
  const panes = await listPanes(server);
  return panes.ok ? ok(panes.value?.find((pane) => pane.turn === turn) ?? null) : panes;
}

function showPane(server: TmuxServer, pane: Pane, session: string): TurnScreen {
  return {
    kind: "program",
    argv: server.argv(["attach-session", "-t", `=${formatSessionName(session)}:`]),
    replay: server.argv(["capture-pane", "-p", "-e", "-S", "-10000", "-E", "-1", "-t", pane.id]),
  };
}

/**
 * Types a frame, once. That it was typed is written down by the server in the same go, so that no death of ours can come
 * between; if the server dies, the turn and its terminal are gone as well.
 */
async function typeInto(
  server: TmuxServer,
  held: HeldTurns,
  { home }: TmuxRuntimeOptions,
  { turn, frameId, bytes }: TurnFrame,
): Promise<SlotResult<"written", "gone">> {
  const pane = await findPane(server, turn);
  if (!pane.ok) return pane;
  const sight = await held.look(turn);
  if (!sight.ok) return sight;
  if (pane.value === null) return gone;
  const name = `ao_${createHash("sha256").update(frameId).digest("hex").slice(0, 16)}`;
  const typed = await server.ask(["show-options", "-p", "-q", "-v", "-t", pane.value.id, `@${name}`]);
  if (!typed.ok) return typed.error.code === "no_server" ? gone : failed("unavailable", typed.error.message);
  if (typed.value.trim() === "1") return ok("written");
  if (sight.value.kind !== "running") return gone;
  const file = writeTyped(openTurnFiles(join(home, "turns"), turn), name, bytes);
  const paste = `paste-buffer -d -r -b ${name} -t ${pane.value.id} ; set-option -p -t ${pane.value.id} @${name} 1`;
  const done = await server.ask(
    ["load-buffer", "-b", name, file],
    ["if-shell", "-F", "-t", pane.value.id, `#{@${name}}`, `delete-buffer -b ${name}`, paste],
  );
  return done.ok ? ok("written") : failed("unavailable", done.error.message);
}

const gone = failed("gone", "the turn takes no input any more");
