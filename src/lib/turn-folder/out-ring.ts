/**
 * What a screen said, in the `out` of its turn. A screen may say anything for ever, so this is a ring: beyond its size the
 * older half gives way to a line that tells how much is missing. The same line stands where the disk took nothing.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";

export type OutRing = { readonly append: (bytes: Uint8Array) => void; readonly close: () => void };

const OUT_BYTES_MAX = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

export function openOutRing(file: string, bytesMax = OUT_BYTES_MAX): OutRing {
  let fd = openSync(file, "a+", 0o600);
  let size = fstatSync(fd).size;
  let refused = 0;
  let dropped = 0;
  let gapBytes = 0;
  /** After a turn that failed, so much more has to come before the next: each reads and writes half of the ring. */
  let turnsAgainAt = 0;
  const write = (bytes: Uint8Array): void => {
    size += writeWhole(fd, bytes);
  };
  const turnOver = (): void => {
    const half = Math.floor(bytesMax / 2);
    const droppedNow = dropped + size - gapBytes - half;
    const gap = formatGap(`${droppedNow} bytes of older output are not kept`);
    const next = openSync(`${file}.new`, "w+", 0o600);
    try {
      writeWhole(next, gap);
      copyEnd(fd, next, { from: size - half, to: size });
    } catch (error) {
      closeSync(next);
      rmSync(`${file}.new`, { force: true });
      turnsAgainAt = refused + bytesMax / 64;
      throw error;
    }
    renameSync(`${file}.new`, file);
    closeSync(fd);
    [fd, size, dropped, gapBytes] = [next, gap.length + half, droppedNow, gap.length];
    turnsAgainAt = 0;
  };
  return {
    append: (bytes) => {
      try {
        if (size > bytesMax && refused < turnsAgainAt) return void (refused += bytes.length);
        if (size > bytesMax) turnOver();
        if (refused > 0) write(formatGap(`${refused} bytes could not be written here`));
        refused = 0;
        write(bytes);
      } catch (error) {
        if (!isDiskTrouble(error)) throw error;
        refused += bytes.length;
      }
    },
    close: () => closeSync(fd),
  };
}

function copyEnd(from: number, to: number, place: { readonly from: number; readonly to: number }): void {
  const piece = Buffer.alloc(Math.min(PIECE_BYTES, place.to - place.from));
  for (let at = place.from; at < place.to;) {
    const read = readSync(from, piece, 0, Math.min(piece.length, place.to - at), at);
    if (read === 0) return;
    at += writeWhole(to, piece.subarray(0, read));
  }
}

function writeWhole(fd: number, bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
  return bytes.length;
}

const formatGap = (text: string): Buffer => Buffer.from(`[ao: ${text}]\r\n`);

const isDiskTrouble = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EIO", "EROFS"].includes(String(error.code));
