/** `launch.json` of a turn, as far as a runtime needs it again. */
export type TurnDescription = {
  readonly session: string;
  readonly hasScreen: boolean;
  readonly takesFrames: boolean;
  /** Of the machine when the turn was made. */
  readonly bootId: string;
};

/** Null: not there, or not whole. */
export function parseDescription(text: string | null): TurnDescription | null {
  if (text === null) return null;
  try {
    const { session, hasScreen, takesFrames, bootId } = JSON.parse(text) as Record<string, unknown>;
    if (typeof session !== "string" || typeof bootId !== "string") return null;
    return { session, bootId, hasScreen: hasScreen === true, takesFrames: takesFrames === true };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
