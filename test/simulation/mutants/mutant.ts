/**
 * Deliberate bugs, each as a small patch of a source file that the mutation run applies while loading it; none exists in
 * the shipped build or in the sources. A promise of the world must break under each of them.
 */
export type Mutant = {
  readonly name: string;
  readonly part: Part;
  readonly what: string;
  readonly patches: readonly Patch[];
  /** Why no schedule can show it. Left out: the world must see it. */
  readonly reason?: Reason;
};

/** Another layer makes up for it; the test that knows the damaged line alone fails. */
export type Reason = {
  readonly why: string;
  readonly killedBy: { readonly file: string; readonly test: string };
};

/** Which part a mutant damages; every part has at least three. */
export type Part =
  "decide" | "reaction" | "schedule" | "landing" | "policy" | "store" | "inbox" | "outbox" | "recover" | "performer";

/** `find` stands exactly once in the file, under `src/`. */
export type Patch = { readonly file: string; readonly find: string; readonly replace: string };

export function mutantsOf(part: Part) {
  return (name: string, what: string, ...patches: readonly Patch[]): Mutant => ({ name, part, what, patches });
}

export function maskedOf(part: Part) {
  return (name: string, what: string, reason: Reason, ...patches: readonly Patch[]): Mutant => ({
    name,
    part,
    what,
    patches,
    reason,
  });
}

export const patch = (file: string, find: string, replace: string): Patch => ({ file, find, replace });
