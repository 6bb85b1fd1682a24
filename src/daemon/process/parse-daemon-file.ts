/** What a daemon of this home said of itself, perhaps before it died. Null: nothing that can be read. */
export function parseDaemonFile(
  text: string,
): { readonly pid: number | null; readonly port: number; readonly host: string } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("port" in value) || typeof value.port !== "number")
      return null;
    const host = "host" in value && typeof value.host === "string" ? value.host : "127.0.0.1";
    const pid = "pid" in value && typeof value.pid === "number" ? value.pid : null;
    return { pid, port: value.port, host };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
