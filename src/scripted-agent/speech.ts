/** What goes out and comes in, waited for: what was said before a crash has been said. */
export const sayText = (text: string): Promise<void> => writeAll(process.stdout, `${text}\n`);
export const warn = (text: string): Promise<void> => writeAll(process.stderr, `${text}\n`);
export const emit = (bytes: Uint8Array | string): Promise<void> => writeAll(process.stdout, bytes);

function writeAll(stream: NodeJS.WriteStream, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}

export async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString("utf8");
}
