/** A third value beside yes and no: a probe that failed proves nothing, and nobody may act as if it had. */
export type Known<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly why: string };

export const known = <T>(value: T): Known<T> => ({ known: true, value });
export const unknown = (why: string): Known<never> => ({ known: false, why });
export const isKnown = <T>(fact: Known<T>, value: T): boolean => fact.known && fact.value === value;
