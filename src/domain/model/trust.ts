import { isKnown, type Known } from "./known.ts";

/** Who wrote a text. `self` is the orchestrator or one of its agents: its words are never fed back to an agent. */
export type Author =
  { readonly kind: "self" } | { readonly kind: "bot"; readonly name: string; readonly listed: boolean } | Person;

/** `email`: as git knows them, where that is known; owners of paths may be named by it. */
export type Person = {
  readonly kind: "person";
  readonly name: string;
  readonly canWrite: Known<boolean>;
  readonly email?: string;
};

export type AuthoredText = { readonly author: Author; readonly text: string };

/** May this exact text start or steer an agent? Unknown access is no access; an edit voids an approval. */
export function maySteer({ author, text }: AuthoredText, approvedTexts: readonly string[]): boolean {
  if (author.kind === "self") return false;
  if (approvedTexts.includes(text)) return true;
  return author.kind === "bot" ? author.listed : author.canWrite.known && author.canWrite.value;
}

/** May they change what is in the repository, so that their own change needs nobody to stand for it? Unknown is no. */
export function mayWrite(author: Author): boolean {
  if (author.kind === "person") return isKnown(author.canWrite, true);
  return author.kind === "self" || author.listed;
}

export function nameAuthor(author: Author): string {
  return author.kind === "self" ? "ao" : author.name;
}
