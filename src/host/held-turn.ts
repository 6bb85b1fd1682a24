/** A turn that needs the host to live: on a terminal, or with a stdin that stays open. Its holder is our child. */
import { feed } from "../lib/run.ts";
import { openFrameJournal } from "../lib/turn-folder/frame-journal.ts";
import { readStdin } from "../lib/turn-folder/make-turn.ts";
import { openOutRing } from "../lib/turn-folder/out-ring.ts";
import { nameTurnFiles } from "../lib/turn-folder/turn-files.ts";
import type { HostedFrame, HostedTurn } from "./protocol.ts";
import { openPty } from "./pty.ts";
import { openScreen, type HostedScreen } from "./screen.ts";
import { DEFAULT_SIZE } from "./terminal-size.ts";

export type HeldTurn = {
  readonly screen: HostedScreen | null;
  readonly write: (frame: Frame) => FrameResult;
  readonly ended: Promise<void>;
};

export type Frame = Pick<HostedFrame, "frameId" | "bytes" | "ends">;

/** `full`: the program has not read what it was given before. */
export type FrameResult = "written" | "gone" | "full";

/** Frames that the program leaves unread. They are messages of people and tools: more than this is no conversation. */
const UNREAD_BYTES_MAX = 4 * 1024 * 1024;

export function holdTurn(turn: HostedTurn): Promise<HeldTurn> {
  return turn.stdio === "screen" ? Promise.resolve(holdScreen(turn)) : holdStdin(turn);
}

function holdScreen({ argv, directory }: HostedTurn): HeldTurn {
  const files = nameTurnFiles(directory);
  const ring = openOutRing(files.out);
  const pty = openPty({ argv, env: {}, size: DEFAULT_SIZE });
  const screen = openScreen({ pty, size: DEFAULT_SIZE, keep: ring.append });
  const journal = openFrameJournal(files);
  let isOver = false;
  const ended = screen.ended.then(() => {
    isOver = true;
    ring.close();
    journal.close();
  });
  const write = ({ frameId, bytes }: Frame): FrameResult => {
    if (journal.has(frameId)) return "written";
    if (isOver) return "gone";
    journal.add(frameId, bytes);
    screen.write(bytes);
    return "written";
  };
  return { screen, write, ended };
}

async function holdStdin({ argv: [program, ...args], directory }: HostedTurn): Promise<HeldTurn> {
  const fed = await feed({ program, args, cwd: "/", env: {} });
  if (!fed.ok) throw fed.error;
  const files = nameTurnFiles(directory);
  const journal = openFrameJournal(files);
  fed.input.write(readStdin(files));
  let isOver = false;
  const ended = fed.ended.then(() => {
    isOver = true;
    fed.input.destroy();
    journal.close();
  });
  const write = ({ frameId, bytes, ends = false }: Frame): FrameResult => {
    if (journal.has(frameId)) return "written";
    if (isOver || !fed.input.writable) return "gone";
    if (fed.input.writableLength > UNREAD_BYTES_MAX) return "full";
    journal.add(frameId, bytes);
    fed.input.write(bytes);
    if (ends) fed.input.end();
    return "written";
  };
  return { screen: null, write, ended };
}
