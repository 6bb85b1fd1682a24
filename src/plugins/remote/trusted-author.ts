import { isKnown } from "../../domain/model/known.ts";
import type { Author } from "../../domain/model/trust.ts";

/** Would their word start or steer an agent by itself? What the core says of whole texts, said of who had a hand in one. */
export const isTrustedAuthor = (author: Author): boolean =>
  author.kind === "bot" ? author.listed : author.kind === "person" && isKnown(author.canWrite, true);
