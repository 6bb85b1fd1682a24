/** Cuts what comes over a socket into lines. A line that does not end is a broken peer. */
import type { Socket } from "node:net";
import { LINE_BYTES_MAX } from "./protocol.ts";

export function readLines(socket: Socket, take: (line: string) => void): void {
  let pieces: Buffer[] = [];
  let length = 0;
  socket.on("data", (bytes: Buffer) => {
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      const line = Buffer.concat([...pieces, bytes.subarray(from, end)]).toString("utf8");
      [pieces, length, from] = [[], 0, end + 1];
      take(line);
    }
    pieces.push(bytes.subarray(from));
    length += bytes.length - from;
    if (length > LINE_BYTES_MAX) socket.destroy(new Error("the other side sent a line without an end"));
  });
  socket.resume();
}

/** False: the other side reads more slowly than we write. */
export function sendLine(socket: Socket, message: object): boolean {
  return socket.destroyed || socket.write(`${JSON.stringify(message)}\n`);
}
