/**
 * Programs that show a screen which lives elsewhere (`tmux attach`). One runs for all its viewers, so that one of them
 * types; it is hung up when the last one has left.
 */
import { setTimeout as delay } from "node:timers/promises";
import { runProgram } from "../lib/run.ts";
import type { Argv } from "./protocol.ts";
import { openPty, type Pty } from "./pty.ts";
import { openScreen, type HostedScreen } from "./screen.ts";
import type { TerminalSize } from "./terminal-size.ts";

const SPEAKS_WITHIN_MS = 1_000;
const REPLAY_MS = 5_000;
const REPLAY_BYTES_MAX = 32 * 1024 * 1024;

export type ShownPrograms = {
  readonly open: (shown: Shown, size: TerminalSize) => Promise<HostedScreen>;
  /** Called when a viewer has left. */
  readonly sweep: () => void;
  readonly count: () => number;
};
type Shown = { readonly program: Argv; readonly replay: Argv };

export function createShownPrograms(env: Readonly<Record<string, string>>): ShownPrograms {
  const screens = new Map<string, Promise<HostedScreen>>();
  const opened = new Set<HostedScreen>();
  const open = async ({ program, replay }: Shown, size: TerminalSize): Promise<HostedScreen> => {
    const pty = holdBackOutput(openPty({ argv: program, env, size }));
    // The program gives its size to what it shows, and lines move out of sight by that: so it goes first.
    await Promise.race([pty.spoke, delay(SPEAKS_WITHIN_MS)]);
    const before = await readLinesBefore(replay, env, size);
    const screen = openScreen({ pty, size, before });
    opened.add(screen);
    await screen.ready;
    return screen;
  };
  const sweep = (): void => {
    for (const screen of opened) if (screen.isDeserted()) screen.hangUp();
  };
  return {
    open: (shown, size) => {
      const key = JSON.stringify(shown.program);
      const found = screens.get(key);
      if (found !== undefined) return found;
      const opening = open(shown, size);
      screens.set(key, opening);
      const forget = (): void => void screens.delete(key);
      opening.then((screen) => screen.ended.then(() => opened.delete(screen))).then(forget, forget);
      return opening;
    },
    sweep,
    count: () => screens.size,
  };
}

/** What it says is held back until somebody listens. */
function holdBackOutput(pty: Pty): Pty & { readonly spoke: Promise<void> } {
  const early: Uint8Array[] = [];
  let listener: (bytes: Uint8Array) => void = (bytes) => void early.push(bytes);
  const spoke = new Promise<void>((resolve) => {
    pty.onData((bytes) => {
      listener(bytes);
      resolve();
    });
    pty.onEnd(resolve);
  });
  const onData: Pty["onData"] = (take) => {
    for (const bytes of early) take(bytes);
    listener = take;
  };
  return { ...pty, onData, spoke };
}

/** Pushed up by one screen, because the program begins by clearing what it sees. */
async function readLinesBefore([program, ...args]: Argv, env: NodeJS.ProcessEnv, size: TerminalSize): Promise<string> {
  const result = await runProgram({ program, args, env, timeoutMs: REPLAY_MS, maxOutputBytes: REPLAY_BYTES_MAX });
  if (result.stdout === "") return "";
  return `${result.stdout.replaceAll("\n", "\r\n")}${"\r\n".repeat(size.rows)}`;
}
