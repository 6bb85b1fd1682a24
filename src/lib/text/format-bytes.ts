/** As people speak of memory: 640 MB, 2.1 GB. */
export function formatBinaryBytes(bytes: number): string {
  return bytes >= 1_000_000_000 ? `${(bytes / 1_000_000_000).toFixed(1)} GB` : `${Math.floor(bytes / 1_000_000)} MB`;
}
