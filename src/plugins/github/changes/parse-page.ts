import * as z from "zod";

export type Page<T> = {
  readonly items: readonly T[];
  /** Where the next one begins; null: there is none. */
  readonly rest: string | null;
  /** Something on it was not shown. */
  readonly hasGaps: boolean;
};

const info = z.object({
  hasNextPage: z.boolean().default(false),
  endCursor: z.string().nullable().default(null),
  hasPreviousPage: z.boolean().default(false),
  startCursor: z.string().nullable().default(null),
});

/** A list as GraphQL gives it, from either end. */
export const definePage = <T extends z.ZodType>(shape: T) =>
  z
    .object({ nodes: z.array(shape.nullable()).nullable(), pageInfo: info.optional() })
    .nullable()
    .transform((one): Page<z.output<T>> => {
      const nodes = one?.nodes ?? null;
      const items = (nodes ?? []).flatMap((node) => (node === null ? [] : [node]));
      return { items, rest: findRest(one?.pageInfo), hasGaps: nodes === null || items.length < nodes.length };
    });

function findRest(at: z.output<typeof info> | undefined): string | null {
  if (at?.hasNextPage === true) return at.endCursor;
  return at?.hasPreviousPage === true ? at.startCursor : null;
}
