/**
 * Texts of a zip archive that is held in memory. It may come from anybody: what is broken, encrypted, packed in an unusual way,
 * or unpacks to more than it says is no archive to us.
 */
import { buffer } from "node:stream/consumers";
import { fromBufferPromise, type Entry, type ZipFile } from "yauzl";

/** A list without zip64 holds no more. */
const ENTRIES_MAX = 65_535;

/** Null: it is none. Once so many bytes are unpacked, what is larger than the rest of them is left out. */
export async function zipTexts(
  archive: Buffer,
  isWanted: (name: string) => boolean,
  bytesMax: number,
): Promise<readonly string[] | null> {
  try {
    // Names only select files and never become paths, so a strange one is no reason to refuse the archive.
    const zip = await fromBufferPromise(archive, { decodeStrings: false });
    return zip.entryCount > ENTRIES_MAX ? null : await readTexts(zip, isWanted, bytesMax);
  } catch (error) {
    // It speaks of bytes that are not there, or what is there cannot be unpacked.
    if (error instanceof Error) return null;
    throw error;
  }
}

async function readTexts(zip: ZipFile, isWanted: (name: string) => boolean, bytesMax: number): Promise<string[]> {
  const texts: string[] = [];
  let room = bytesMax;
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry.fileNameRaw.toString("utf8"))) continue;
    const bytes = await unpack(zip, entry, room);
    if (bytes === null) continue;
    texts.push(bytes.toString("utf8"));
    room -= bytes.length;
  }
  return texts;
}

/** Null: it is too large, encrypted, or packed in an unknown way. A file that unpacks to another size than it says throws. */
async function unpack(zip: ZipFile, entry: Entry, bytesMax: number): Promise<Buffer | null> {
  if (entry.uncompressedSize > bytesMax || !entry.canDecodeFileData()) return null;
  return buffer(await zip.openReadStreamPromise(entry));
}
