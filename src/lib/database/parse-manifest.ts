/** `manifest.json` of a backup: what is in it, and how each copy is known to be whole. */
export type BackedUpFile = {
  /** Its path below the folder that was backed up, `projects/app/forge.db`. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The version of its schema. */
  readonly schema: number;
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  /** When it was copied; earlier than the backup where the file could not be read and the last copy was kept. */
  readonly at: string;
};

export type Manifest = {
  readonly at: string;
  /** The version of ao that wrote it. */
  readonly by: string;
  readonly files: readonly BackedUpFile[];
  /** Files that could not be copied, and why. */
  readonly failed: readonly { readonly name: string; readonly why: string }[];
  /** What else was worth noting, by name. */
  readonly notes: Readonly<Record<string, unknown>>;
};

/** Null: it is not there, or not whole. */
export function parseManifest(text: string | null): Manifest | null {
  try {
    const found = JSON.parse(text ?? "") as Partial<Manifest>;
    const { at, by = "", files, failed = [], notes = {} } = found;
    if (typeof at !== "string" || Number.isNaN(Date.parse(at)) || !Array.isArray(files) || !files.every(isFile))
      return null;
    return { at, by, files, failed, notes };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** A name that leads elsewhere would be restored there. */
function isFile(value: unknown): value is BackedUpFile {
  const { name, bytes, sha256, schema, rows, at } = (value ?? {}) as Partial<BackedUpFile>;
  const isBelow = typeof name === "string" && name !== "" && !name.startsWith("/") && !name.split("/").includes("..");
  const isCounted = typeof bytes === "number" && typeof schema === "number" && typeof rows === "object";
  return isBelow && isCounted && typeof sha256 === "string" && typeof at === "string";
}
