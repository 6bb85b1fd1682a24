/** Of what a workspace plugin notes about a session's directory: where the directory's `HEAD` and index lie. */
export function parseRegistration(text: string | null): string | null {
  try {
    const { gitDir } = JSON.parse(text ?? "{}") as { readonly gitDir?: unknown };
    return typeof gitDir === "string" && gitDir !== "" ? gitDir : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
