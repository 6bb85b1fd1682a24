/**
 * Deliberate bugs, each as a small patch of a source file that the mutation run applies while loading it; none exists in
 * the shipped build or in the sources. A promise of the world must break under each of them.
 */
export type Mutant = {
  readonly name: string;
  readonly part: Part;
  readonly what: string;
  readonly patches: readonly Patch[];
};

/** Which part a mutant damages; every part has at least three. */
export type Part =
  "decide" | "reaction" | "plan" | "landing" | "policy" | "store" | "inbox" | "outbox" | "recover" | "performer";

/** `find` stands exactly once in the file, under `src/`. */
export type Patch = { readonly file: string; readonly find: string; readonly replace: string };

export function mutantsOf(part: Part) {
  return (name: string, what: string, ...patches: readonly Patch[]): Mutant => ({ name, part, what, patches });
}

export const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace });
