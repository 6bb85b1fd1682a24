/** Linear's filters: comparators on fields, lists by `some` and `every`, joined by `and` and `or`. */
type Filter = Readonly<Record<string, unknown>>;

export function fits(value: unknown, filter: Filter): boolean {
  return Object.entries(filter).every(([name, wanted]) => fitsOne(value, name, wanted));
}

function fitsOne(value: unknown, name: string, wanted: unknown): boolean {
  const comparator = COMPARATORS[name];
  if (comparator !== undefined) return comparator(value, wanted);
  const filters = wanted as readonly Filter[];
  if (name === "and") return filters.every((one) => fits(value, one));
  if (name === "or") return filters.some((one) => fits(value, one));
  if (name === "some") return (value as readonly unknown[]).some((one) => fits(one, wanted as Filter));
  if (name === "every") return (value as readonly unknown[]).every((one) => fits(one, wanted as Filter));
  const field = value === null || value === undefined ? null : ((value as Filter)[name] ?? null);
  return fits(field, wanted as Filter);
}

const lower = (value: unknown): string => String(value).toLowerCase();

const COMPARATORS: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  eqIgnoreCase: (value, wanted) => value !== null && lower(value) === lower(wanted),
  in: (value, wanted) => (wanted as readonly unknown[]).includes(value),
  nin: (value, wanted) => !(wanted as readonly unknown[]).includes(value),
  gt: (value, wanted) => Date.parse(String(value)) > Date.parse(String(wanted)),
  null: (value, wanted) => (value === null) === wanted,
};
