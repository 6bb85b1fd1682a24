import type { Ceiling } from "../ceiling/ceiling.ts";
import type { DiskCeiling } from "../ceiling/disk-watch.ts";

/** `launch.json` of a turn, as far as anybody needs it again. */
export type TurnDescription = {
  readonly session: string;
  readonly hasScreen: boolean;
  readonly takesFrames: boolean;
  /** Of the machine when the turn was made. */
  readonly bootId: string;
  /** Null: it has none. */
  readonly ceiling: Ceiling | null;
};

/** Null: not there, or not whole. */
export function parseDescription(text: string | null): TurnDescription | null {
  if (text === null) return null;
  try {
    const { session, hasScreen, takesFrames, bootId, ceiling } = JSON.parse(text) as Record<string, unknown>;
    if (typeof session !== "string" || typeof bootId !== "string") return null;
    return {
      session,
      bootId,
      hasScreen: hasScreen === true,
      takesFrames: takesFrames === true,
      ceiling: parseCeiling(ceiling),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The session alone, also where the rest is not as a runtime of ours writes it. */
export function parseTurnSession(text: string): string | null {
  try {
    const { session } = JSON.parse(text) as Record<string, unknown>;
    return typeof session === "string" ? session : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function parseCeiling(value: unknown): Ceiling | null {
  if (typeof value !== "object" || value === null) return null;
  const { memoryBytes, processes, disk } = value as Record<string, unknown>;
  if (typeof memoryBytes !== "number" || typeof processes !== "number") return null;
  const ofDisk = parseDiskCeiling(disk);
  return { memoryBytes, processes, ...(ofDisk === null ? {} : { disk: ofDisk }) };
}

function parseDiskCeiling(value: unknown): DiskCeiling | null {
  if (typeof value !== "object" || value === null) return null;
  const { bytes, folders } = value as Record<string, unknown>;
  if (typeof bytes !== "number" || !Array.isArray(folders)) return null;
  return { bytes, folders: folders.filter((folder) => typeof folder === "string") };
}
