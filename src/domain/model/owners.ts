/** Owners of paths, as a project names them: `@name`, `@group/team` or an address. */
import type { Person } from "./trust.ts";

/** A touched path that has owners, one of whom must approve; one for each set of owners. */
export type Owned = { readonly path: string; readonly owners: readonly string[] };

/** Where such files lie: they decide about others, so a change of one needs a person. */
export const ownersFiles = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] as const;

export function isOwner(owner: string, { name, email }: Person): boolean {
  const meant = unescapePattern(owner);
  const address = unescapePattern(email ?? "");
  return meant === unescapePattern(name) || (address !== "" && (meant === address || meant === address.split("@")[0]));
}

const unescapePattern = (text: string): string => text.trim().replace(/^@/, "").replaceAll(/\s+/g, "").toLowerCase();
