/** `ao` as a person has it: the built program in a terminal that draws what it says and answers what it asks. */
import { onTestFinished, expect } from "vitest";
import { openDrawing } from "../../src/host/drawing.ts";
import { openPty } from "../../src/host/pty.ts";
import { toPlainText } from "../../src/lib/text/plain-text.ts";
import type { Stage } from "../e2e/stage.ts";
import { cli } from "../fixtures/ao-cli.ts";

const SIZE = { cols: 120, rows: 40 };
const WITHIN = { timeout: 60_000, interval: 50 };
const LEAVE = "\u001d";

type AtTerminal = {
  readonly types: (keys: string) => void;
  readonly leaves: () => void;
  /** As a connection that breaks: no word to the daemon. */
  readonly hangsUp: () => void;
  /** Wherever lines break: a screen breaks them as it likes. */
  readonly sees: (text: string, times?: number) => Promise<void>;
  readonly ended: Promise<void>;
};

export function aoAtTerminal(
  { home, personHome }: Pick<Stage, "home" | "personHome">,
  ...args: readonly string[]
): AtTerminal {
  const env = { PATH: process.env["PATH"] ?? "", HOME: personHome, AO_HOME: home, LANG: "C.UTF-8", NO_COLOR: "1" };
  const pty = openPty({ argv: [process.execPath, cli, ...args], env: { ...env, TERM: "xterm-256color" }, size: SIZE });
  const drawing = openDrawing(SIZE);
  drawing.onReply((reply) => pty.write(reply));
  pty.onData((bytes) => drawing.write(bytes, () => undefined));
  const ended = new Promise<void>((resolve) => pty.onEnd(resolve));
  onTestFinished(async () => {
    pty.hangUp();
    await ended;
  });
  return {
    types: (keys) => pty.write(keys),
    leaves: () => pty.write(LEAVE),
    hangsUp: () => pty.hangUp(),
    sees: async (text, times = 1) => {
      const seen = (): string => tight(toPlainText(drawing.content()));
      const wanted = tight(text);
      await expect.poll(() => (seen().split(wanted).length > times ? wanted : seen()), WITHIN).toBe(wanted);
    },
    ended,
  };
}

const tight = (text: string): string => text.replaceAll(/\s/g, "");
