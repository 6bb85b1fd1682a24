/** What a transition asks for, and what of it can be given. */
import type { JiraField, JiraTransition } from "./parse-jira.ts";
import { NOT_PLANNED } from "./snapshot.ts";

export type Filled = {
  readonly fields: Readonly<Record<string, { readonly id: string }>>;
  /** What only a person can give, as Jira calls it. */
  readonly asks: readonly string[];
};

export function fillFields(
  { fields }: JiraTransition,
  { isNotPlanned = false }: { readonly isNotPlanned?: boolean },
): Filled {
  const asked = Object.entries(fields ?? {}).filter(
    ([, { required, hasDefaultValue }]) => required && hasDefaultValue !== true,
  );
  const given = asked.map(([field, one]) => ({
    ...{ field, name: one.name, id: field === "resolution" ? findResolution(one, isNotPlanned) : null },
  }));
  return {
    fields: Object.fromEntries(given.flatMap(({ field, id }) => (id === null ? [] : [[field, { id }]]))),
    asks: given.filter(({ id }) => id === null).map(({ name }) => name),
  };
}

/** By how well they fit. */
const DONE = [/^done$/i, /^fixed$/i, /^(resolved|completed?|implemented|closed)$/i];

function findResolution({ allowedValues }: JiraField, isNotPlanned: boolean): string | null {
  const offered = (allowedValues ?? []).map(({ id, name }) => ({ id: id ?? null, name: name ?? "" }));
  const forms = isNotPlanned ? [/won.?t/i, NOT_PLANNED] : DONE;
  return forms.flatMap((form) => offered.find(({ name }) => form.test(name))?.id ?? [])[0] ?? null;
}
