/** What a person has accepted of a repository's configuration, as it lies on the disk. */
export type Accepted = {
  /** Every file that was read, and the hash of its bytes; `absent` for one that was not there. */
  readonly files: Readonly<Record<string, string>>;
  /** `key=value`, sorted. */
  readonly settings: readonly string[];
};

const nothing: Accepted = { files: {}, settings: [] };

/** Null when nothing was ever accepted. What cannot be read accepts nothing, so that a person is asked. */
export function parseAccepted(text: string | null): Accepted | null {
  if (text === null) return null;
  try {
    const { files, settings } = JSON.parse(text) as Partial<Accepted>;
    return files === undefined || !Array.isArray(settings) ? nothing : { files, settings };
  } catch (error) {
    if (error instanceof SyntaxError) return nothing;
    throw error;
  }
}
