/** Who watches: a person at a terminal sees it drawn in place, everybody else a line for each step. */
import type { StatusView } from "../../protocol/status.ts";
import { blockOn } from "../render/block.ts";
import type { Io } from "../render/io.ts";
import { stopwatch } from "../render/quantity.ts";
import { sceneLines, type Scene } from "./view.ts";

export type Audience = {
  readonly show: (scene: Scene) => void;
  /** Somebody pressed `q` or Ctrl-C. */
  readonly hasLeft: () => boolean;
  readonly end: () => void;
};

export function audienceOf(io: Io, stopped: AbortSignal): Audience {
  const audience = io.answer.canRedraw && !io.json ? watching(io) : reading(io);
  return { ...audience, hasLeft: () => stopped.aborted || audience.hasLeft() };
}

function watching(io: Io): Audience {
  const block = blockOn(io);
  const keys = keysOf(io);
  return {
    show: (scene) => block.draw((pen) => sceneLines(scene, pen)),
    hasLeft: keys.hasLeft,
    end: () => {
      keys.end();
      block.leave();
    },
  };
}

function keysOf(io: Io): Pick<Audience, "hasLeft" | "end"> {
  const { stdin } = io;
  let left = false;
  const take = (piece: Uint8Array | string): void => {
    const text = typeof piece === "string" ? piece : Buffer.from(piece).toString("latin1");
    if (/[qQ\u{3}]/u.test(text)) left = true;
  };
  const isKeyboard = stdin.isTTY === true;
  if (isKeyboard) stdin.setRawMode?.(true);
  if (isKeyboard) stdin.on("data", take).resume();
  return {
    hasLeft: () => left,
    end: () => {
      if (isKeyboard) stdin.off("data", take).pause();
      if (isKeyboard) stdin.setRawMode?.(false);
    },
  };
}

/** With `--json` the answer is one document: the story goes beside it. */
function reading(io: Io): Audience {
  const say = io.json ? io.tell : io.print;
  const told = new Map<string, string>();
  return {
    show: ({ sessions, elapsedMs }) => {
      for (const session of sessions) {
        const news = newsOf(session);
        if (told.get(session.id) === news) continue;
        told.set(session.id, news);
        say(
          `${stopwatch(elapsedMs)}  ${session.id}  ${session.attention.column.replaceAll("_", " ")}: ${session.attention.why}`,
        );
      }
    },
    hasLeft: () => false,
    end: () => undefined,
  };
}

const newsOf = ({ attention: { column, code } }: StatusView): string => `${column} ${code}`;
