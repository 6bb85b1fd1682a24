/** A zip archive as GitHub's own upload makes it: packed on the way, sizes and sums told behind each file and in the list at the end. */
import { crc32, deflateRawSync } from "node:zlib";

const SIZES_FOLLOW = 0x08;
const DEFLATED = 8;

export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(bytes);
    const at = parts.reduce((sum, { length }) => sum + length, 0);
    const sizes = numbers([4, crc32(bytes)], [4, packed.length], [4, bytes.length]);
    const how = numbers([2, 20], [2, SIZES_FOLLOW], [2, DEFLATED], [4, 0]);
    const lengths = numbers([2, title.length], [2, 0]);
    parts.push(numbers([4, 0x04_03_4b_50]), how, Buffer.alloc(12), lengths, title, packed);
    parts.push(numbers([4, 0x08_07_4b_50]), sizes);
    const place = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    list.push(numbers([4, 0x02_01_4b_50], [2, 20]), how, sizes, lengths, place, title);
  }
  const [body, listed] = [Buffer.concat(parts), Buffer.concat(list)];
  const count = Object.keys(files).length;
  const end = numbers(
    [4, 0x06_05_4b_50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed.length],
    [4, body.length],
    [2, 0],
  );
  return Buffer.concat([body, listed, end]);
}

function numbers(...pairs: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    pairs.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
