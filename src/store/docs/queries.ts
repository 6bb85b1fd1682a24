import type { Connection } from "../../lib/database/connection.ts";

type Queries<T> = { readonly [Name in keyof T]: T[Name] extends (db: Connection) => infer Query ? Query : never };
type Query = (...args: unknown[]) => unknown;

/**
 * A table's queries, each prepared once, when it is first asked. Preparing all of them costs more than everything else
 * about opening a store, and most lives of a store (a simulated one, a command's) ask only a few.
 */
export function createQueries<T extends { readonly [name: string]: (db: Connection) => unknown }>(
  db: Connection,
  makers: T,
): Queries<T> {
  const lazy = Object.entries(makers).map(([name, make]) => [name, prepareOnFirstUse(() => make(db) as Query)]);
  return Object.fromEntries(lazy) as Queries<T>;
}

function prepareOnFirstUse(make: () => Query): Query {
  let query: Query | null = null;
  return (...args) => (query ??= make())(...args);
}
