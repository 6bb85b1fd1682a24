/** A body up to a size; null: it is larger, and the rest was not read. */
export async function readBytes(response: Response, bytesMax: number): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body) {
    length += piece.byteLength;
    // Leaving the loop cancels the rest.
    if (length > bytesMax) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
