/** A GraphQL request as clients send it. */
import * as z from "zod";

const request = z.object({
  query: z.string(),
  variables: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((given) => given ?? {}),
});

export type GraphqlRequest = z.output<typeof request>;

/** Null: it is none. */
export function parseGraphqlRequest(body: unknown): GraphqlRequest | null {
  const read = request.safeParse(body);
  return read.success ? read.data : null;
}
