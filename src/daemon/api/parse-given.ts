export type Given<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Without the fields that were left out: there is a difference between no word and the word for nothing. */
export function parseGiven<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
