/** What a daemon of this home said of itself, perhaps before it died. Null: nothing that can be read. */
export function parseDaemonFile(text: string): { readonly port: number } | null {
  try {
    const value: unknown = JSON.parse(text);
    const port: unknown = typeof value === "object" && value !== null && "port" in value ? value.port : null;
    return typeof port === "number" ? { port } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
