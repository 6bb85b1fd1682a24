/** A body up to a size; null: it is larger, and the rest was not read. */
export async function readBytes(body: AsyncIterable<Uint8Array> | null, bytesMax: number): Promise<Buffer | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.byteLength;
    // Leaving the loop cancels the rest.
    if (length > bytesMax) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
