/**
 * A QR code (ISO/IEC 18004) of a short text: bytes, error correction L, versions 1 to 9, which hold an address of 230
 * letters. The matrix is true where a module is dark, without the light margin around it.
 */
import { correctionOf } from "./qr-correction.ts";

export type QrCode = readonly (readonly boolean[])[];

/** By version: bytes in all, bytes for correction in each block, blocks. */
const SIZES = [
  [26, 7, 1],
  [44, 10, 1],
  [70, 15, 1],
  [100, 20, 1],
  [134, 26, 1],
  [172, 18, 2],
  [196, 20, 2],
  [242, 24, 2],
  [292, 30, 2],
] as const;
/** Where the small squares of a version have their middles. */
const ALIGNMENTS = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]] as const;
/** Of the eight patterns that data is mixed with: one is enough, since an address is mixed already. */
const MASK = 0;

type Drawn = { readonly size: number; readonly dark: boolean[][]; readonly isFixed: boolean[][] };

/** Null: the text is too long. */
export function qrCode(text: string): QrCode | null {
  const data = Buffer.from(text, "utf8");
  const index = SIZES.findIndex(([all, correction, blocks]) => data.length + 2 <= all - correction * blocks);
  const size = SIZES[index];
  if (size === undefined) return null;
  const drawn = frameOf(index + 1);
  fill(drawn, bitsOf(interleaved(packed(data, size), size)));
  return drawn.dark;
}

/** Mode, length and bytes, padded to what the version holds. */
function packed(data: Buffer, [all, correction, blocks]: (typeof SIZES)[number]): readonly number[] {
  const bits = [...bitsOfNumber(4, 4), ...bitsOfNumber(data.length, 8), ...bitsOf([...data]), ...bitsOfNumber(0, 4)];
  const bytes = Array.from({ length: bits.length / 8 }, (_, n) => numberOf(bits.slice(n * 8, n * 8 + 8)));
  const room = all - correction * blocks;
  return Array.from({ length: room }, (_, n) => bytes[n] ?? ((n - bytes.length) % 2 === 0 ? 0xec : 0x11));
}

/** The bytes of all blocks by turns, then those that correct them. */
function interleaved(data: readonly number[], [, correction, blocks]: (typeof SIZES)[number]): readonly number[] {
  const each = data.length / blocks;
  const parts = Array.from({ length: blocks }, (_, n) => data.slice(n * each, (n + 1) * each));
  const byTurns = (lists: readonly (readonly number[])[]): readonly number[] =>
    (lists[0] ?? []).flatMap((_, n) => lists.map((list) => list[n] ?? 0));
  return [...byTurns(parts), ...byTurns(parts.map((part) => correctionOf(part, correction)))];
}

const bitsOfNumber = (value: number, count: number): readonly boolean[] =>
  Array.from({ length: count }, (_, n) => ((value >> (count - 1 - n)) & 1) === 1);

const bitsOf = (bytes: readonly number[]): readonly boolean[] => bytes.flatMap((byte) => bitsOfNumber(byte, 8));

const numberOf = (bits: readonly boolean[]): number => bits.reduce((value, bit) => value * 2 + (bit ? 1 : 0), 0);

/** All that is the same whatever the text: three eyes, lines, small squares, and what says how to read it. */
function frameOf(version: number): Drawn {
  const size = 17 + 4 * version;
  const rows = (): boolean[][] => Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const drawn: Drawn = { size, dark: rows(), isFixed: rows() };
  for (let n = 0; n < size; n += 1) {
    set(drawn, 6, n, n % 2 === 0);
    set(drawn, n, 6, n % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(drawn, { row, column, reach: 4, isDark: (far) => far !== 2 && far !== 4 });
  const middles = ALIGNMENTS[version - 1] ?? [];
  for (const row of middles)
    for (const column of middles)
      if (!isEye(row, column, size)) square(drawn, { row, column, reach: 2, isDark: (far) => far !== 1 });
  drawFormat(drawn);
  if (version >= 7) drawVersion(drawn, version);
  return drawn;
}

const isEye = (row: number, column: number, size: number): boolean =>
  (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);

function set({ dark, isFixed, size }: Drawn, row: number, column: number, isDark: boolean): void {
  const [line, fixed] = [dark[row], isFixed[row]];
  if (line === undefined || fixed === undefined || column < 0 || column >= size) return;
  line[column] = isDark;
  fixed[column] = true;
}

type Square = {
  readonly row: number;
  readonly column: number;
  readonly reach: number;
  readonly isDark: (far: number) => boolean;
};

function square(drawn: Drawn, { row, column, reach, isDark }: Square): void {
  for (let down = -reach; down <= reach; down += 1)
    for (let right = -reach; right <= reach; right += 1)
      set(drawn, row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
}

/** Correction and mask, twice. */
function drawFormat(drawn: Drawn): void {
  const { size } = drawn;
  const value = (1 << 3) | MASK;
  const bits = ((value << 10) | remainder(value << 10, 0b10100110111)) ^ 0b101010000010010;
  for (let n = 0; n < 15; n += 1) {
    const isDark = ((bits >> n) & 1) === 1;
    if (n < 6) set(drawn, n, 8, isDark);
    else if (n < 8) set(drawn, n + 1, 8, isDark);
    else set(drawn, size - 15 + n, 8, isDark);
    if (n < 8) set(drawn, 8, size - 1 - n, isDark);
    else if (n < 9) set(drawn, 8, 7, isDark);
    else set(drawn, 8, 14 - n, isDark);
  }
  set(drawn, size - 8, 8, true);
}

function drawVersion(drawn: Drawn, version: number): void {
  const bits = (version << 12) | remainder(version << 12, 0b1111100100101);
  for (let n = 0; n < 18; n += 1) {
    const [far, near] = [drawn.size - 11 + (n % 3), Math.floor(n / 3)];
    set(drawn, near, far, ((bits >> n) & 1) === 1);
    set(drawn, far, near, ((bits >> n) & 1) === 1);
  }
}

function remainder(value: number, by: number): number {
  let left = value;
  const length = (number: number): number => 32 - Math.clz32(number);
  while (length(left) >= length(by)) left ^= by << (length(left) - length(by));
  return left;
}

/** From the right, two columns at a time, up and down by turns, around what is fixed. */
function fill({ size, dark, isFixed }: Drawn, bits: readonly boolean[]): void {
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const line = dark[row];
        if (line === undefined || isFixed[row]?.[column] !== false) continue;
        line[column] = (bits[at] ?? false) !== ((row + column) % 2 === 0);
        at += 1;
      }
    }
  }
}
