/** Who watches: a person at a terminal sees it drawn in place, everybody else a line for each step. */
import type { StatusView } from "../../protocol/session/status.ts";
import { openBlock } from "../render/block.ts";
import type { Io } from "../render/io.ts";
import { formatStopwatch } from "../render/quantity.ts";
import { formatScene, type Scene } from "./view.ts";

export type DemoAudience = {
  readonly show: (scene: Scene) => void;
  /** Somebody pressed `q` or Ctrl-C. */
  readonly hasLeft: () => boolean;
  readonly end: () => void;
};

export function openAudience(io: Io, stopped: AbortSignal): DemoAudience {
  const audience = io.answer.canRedraw && !io.json ? createWatcher(io) : createReader(io);
  return { ...audience, hasLeft: () => stopped.aborted || audience.hasLeft() };
}

function createWatcher(io: Io): DemoAudience {
  const block = openBlock(io);
  const keys = readKeys(io);
  return {
    show: (scene) => block.draw((pen) => formatScene(scene, pen)),
    hasLeft: keys.hasLeft,
    end: () => {
      keys.end();
      block.leave();
    },
  };
}

function readKeys(io: Io): Pick<DemoAudience, "hasLeft" | "end"> {
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
function createReader(io: Io): DemoAudience {
  const say = io.json ? io.tell : io.print;
  const told = new Map<string, string>();
  return {
    show: ({ sessions, elapsedMs }) => {
      for (const session of sessions) {
        const news = describeNews(session);
        if (told.get(session.id) === news) continue;
        told.set(session.id, news);
        say(
          `${formatStopwatch(elapsedMs)}  ${session.id}  ${session.attention.column.replaceAll("_", " ")}: ${session.attention.why}`,
        );
      }
    },
    hasLeft: () => false,
    end: () => undefined,
  };
}

const describeNews = ({ attention: { column, code } }: StatusView): string => `${column} ${code}`;
