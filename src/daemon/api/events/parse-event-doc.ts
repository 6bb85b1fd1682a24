/** What the engine wrote beside an event. Older rows may lack what came later. */
export type EventDoc = {
  readonly told: string | null;
  readonly why: readonly string[];
  readonly effects: readonly string[];
};

export function parseEventDoc(doc: object): EventDoc {
  const { told, why, effects } = doc as { told?: unknown; why?: unknown; effects?: unknown };
  return { told: typeof told === "string" ? told : null, why: readStrings(why), effects: readStrings(effects) };
}

const readStrings = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
