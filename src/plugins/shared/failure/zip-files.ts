/**
 * Texts of a zip archive that is held in memory, read by the list at its end. It may come from anybody: sizes it gives are not
 * believed, and what is broken, encrypted or packed in another way than usual is no archive to us.
 */
import { inflateRawSync } from "node:zlib";

const LIST_ENDS = 0x06_05_4b_50;
const LISTED = 0x02_01_4b_50;
const PACKED = 0x04_03_4b_50;
/** Behind the end of the list stands at most a remark of this length. */
const END_BYTES = 22;
const REMARK_MAX = 0xff_ff;
const STORED = 0;
const DEFLATED = 8;

/** Null: it is none. Once so many bytes are unpacked, what is larger than the rest of them is left out. */
export function zipTexts(
  archive: Buffer,
  isWanted: (name: string) => boolean,
  bytesMax: number,
): readonly string[] | null {
  try {
    let room = bytesMax;
    const texts = listed(archive)?.map((file) => {
      const bytes = isWanted(file.name) && file.bytes <= room ? unpacked(archive, file, room) : null;
      room -= bytes?.length ?? 0;
      return bytes?.toString("utf8") ?? null;
    });
    return texts?.filter((text) => text !== null) ?? null;
  } catch (error) {
    // It speaks of bytes that are not there, or what is there cannot be unpacked.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

type Listed = {
  readonly name: string;
  readonly isPlain: boolean;
  readonly packing: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly at: number;
};

function listed(archive: Buffer): readonly Listed[] | null {
  const end = endOfList(archive);
  const files: Listed[] = [];
  const count = archive.readUInt16LE(end + 10);
  for (let n = 0, at = archive.readUInt32LE(end + 16); n < count; n += 1) {
    if (archive.readUInt32LE(at) !== LISTED) return null;
    const nameBytes = archive.readUInt16LE(at + 28);
    const nameEnds = at + 46 + nameBytes;
    files.push({
      name: archive.toString("utf8", at + 46, nameEnds),
      isPlain: (archive.readUInt16LE(at + 8) & 1) === 0,
      packing: archive.readUInt16LE(at + 10),
      packedBytes: archive.readUInt32LE(at + 20),
      bytes: archive.readUInt32LE(at + 24),
      at: archive.readUInt32LE(at + 42),
    });
    at = nameEnds + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** Where there is none, whoever reads on finds nothing there. */
function endOfList(archive: Buffer): number {
  const last = archive.length - END_BYTES;
  for (let at = last; at >= Math.max(0, last - REMARK_MAX); at -= 1)
    if (archive.readUInt32LE(at) === LIST_ENDS) return at;
  return archive.length;
}

/** Null: it is encrypted, or packed in a way that is not known here. */
function unpacked(archive: Buffer, { at, isPlain, packing, packedBytes }: Listed, bytesMax: number): Buffer | null {
  if (!isPlain || archive.readUInt32LE(at) !== PACKED) return null;
  const from = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  const packed = archive.subarray(from, from + packedBytes);
  if (packing === STORED) return packed.length <= bytesMax ? packed : null;
  // One byte more than nothing: no archive is unpacked without a limit.
  return packing === DEFLATED ? inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) }) : null;
}
