/** The last answers with an ETag: asked again with it, most forges say "unchanged" and count nothing. Bounded, and lost at a restart. */
type Kept = { readonly etag: string; readonly body: unknown; readonly headers: Headers; readonly bytes: number };

const BYTES_MAX = 16 * 1024 * 1024;
const ANSWERS_MAX = 2_000;

export class KeptAnswers {
  private readonly byUrl = new Map<string, Kept>();
  private bytes = 0;

  get(url: string): Kept | undefined {
    const kept = this.byUrl.get(url);
    if (kept === undefined) return undefined;
    // Last used is last to go.
    this.byUrl.delete(url);
    this.byUrl.set(url, kept);
    return kept;
  }

  keep(url: string, kept: Kept): void {
    this.forget(url);
    if (kept.bytes > BYTES_MAX / 4) return;
    this.byUrl.set(url, kept);
    this.bytes += kept.bytes;
    for (const oldest of this.byUrl.keys()) {
      if (this.bytes <= BYTES_MAX && this.byUrl.size <= ANSWERS_MAX) return;
      this.forget(oldest);
    }
  }

  private forget(url: string): void {
    const kept = this.byUrl.get(url);
    if (kept === undefined) return;
    this.byUrl.delete(url);
    this.bytes -= kept.bytes;
  }
}
