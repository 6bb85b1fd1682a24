import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { HostedScreen } from "./screen.ts";
import { joinScreen } from "./seat.ts";

/** A megabyte to see, and a viewer that has not read what it was sent before. */
function aSlowViewer() {
  const size = { cols: 80, rows: 24 };
  const socket = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableLength: 0,
    write: (text: string): boolean => {
      socket.writableLength += text.length;
      return false;
    },
  });
  const screen: Pick<HostedScreen, "attach"> = {
    attach: (viewer) => {
      const redraw = (): void => viewer.screen("x".repeat(1_000_000), size);
      redraw();
      const nothing = (): void => undefined;
      const data = (): void => viewer.data(Buffer.alloc(100_000));
      return { redraw, write: data, resize: nothing, takeOver: nothing, handBack: nothing, leave: nothing };
    },
  };
  const tell = joinScreen(socket as never, screen as never, { size, as: "watch" }, () => undefined);
  return { socket, ask: () => tell('{"tell":"redraw"}'), speak: () => tell('{"tell":"keys","bytes":""}') };
}

test("however often a slow viewer asks for the screen, little waits for it; it is shown when there is room", () => {
  const { socket, ask } = aSlowViewer();
  for (let n = 0; n < 1_000; n += 1) ask();
  expect(socket.writableLength).toBeLessThan(8 * 1024 * 1024);
  socket.writableLength = 0;
  socket.emit("drain");
  expect(socket.writableLength).toBeGreaterThan(1_000_000);
  socket.writableLength = 0;
  socket.emit("drain");
  expect(socket.writableLength).toBe(0);
});

test("however much a program says, little waits for a slow viewer", () => {
  const { socket, speak } = aSlowViewer();
  for (let n = 0; n < 1_000; n += 1) speak();
  expect(socket.writableLength).toBeLessThan(8 * 1024 * 1024);
});
