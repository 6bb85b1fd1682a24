/** One viewer at one screen, over one connection. A viewer that reads too slowly misses some, and is then shown the whole. */
import type { Socket } from "node:net";
import { sendLine } from "./lines.ts";
import { parseViewerInput } from "./parse-line.ts";
import type { Event } from "./protocol.ts";
import type { ScreenViewer } from "./audience.ts";
import type { HostedScreen } from "./screen.ts";
import type { TerminalSize } from "./terminal-size.ts";

/** What may wait for a viewer. Less than a second of a busy terminal. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024;

type Wish = { readonly size: TerminalSize; readonly as: "type" | "watch" };

export function joinScreen(
  socket: Socket,
  screen: HostedScreen,
  { size, as }: Wish,
  onLeft: () => void,
): (line: string) => void {
  let isBehind = false;
  const tell = (event: Event): void => void sendLine(socket, event);
  const viewer: ScreenViewer = {
    screen: (content, shown) => {
      isBehind = false;
      tell({ event: "screen", bytes: toBase64(content), size: shown });
    },
    data: (bytes) => {
      if (socket.writableLength > WAITING_BYTES_MAX) isBehind = true;
      if (!isBehind) tell({ event: "data", bytes: Buffer.from(bytes).toString("base64") });
    },
    typing: (isTyping) => tell({ event: "typing", isTyping }),
    resized: (shown) => tell({ event: "resized", size: shown }),
    closed: () => {
      tell({ event: "closed" });
      socket.end();
    },
  };
  const seat = screen.attach(viewer, { size, types: as === "type" });
  const leave = (): void => {
    seat.leave();
    onLeft();
  };
  socket.on("drain", () => {
    if (isBehind) seat.redraw();
  });
  if (socket.destroyed) leave();
  else socket.on("close", leave);
  return (line) => {
    const told = parseViewerInput(line);
    switch (told?.tell) {
      case "keys":
        return seat.write(Buffer.from(told.bytes, "base64"));
      case "resize":
        return seat.resize(told.size);
      case "take_over":
        return seat.takeOver();
      case "hand_back":
        return seat.handBack();
      case "redraw":
        // Asked for often enough, the whole would fill any memory.
        return socket.writableLength > WAITING_BYTES_MAX ? void (isBehind = true) : seat.redraw();
      case undefined:
        // Of a later version than ours.
        return undefined;
    }
  };
}

/** The screen of a turn that is over: there to be read. */
export function showPast(socket: Socket, content: string, size: TerminalSize): () => void {
  sendLine(socket, { event: "screen", bytes: toBase64(content), size } satisfies Event);
  sendLine(socket, { event: "closed" } satisfies Event);
  socket.end();
  return () => undefined;
}

const toBase64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
