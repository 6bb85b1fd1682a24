import * as z from "zod";
import { parsed } from "../parse-answer.ts";

const shape = z.object({
  search: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    // What is no issue is shown without a field of its own.
    nodes: z.array(
      z
        .object({ number: z.int(), repository: z.object({ nameWithOwner: z.string() }) })
        .or(z.unknown().transform(() => null)),
    ),
  }),
});

export type ChosenPage = z.output<typeof shape>["search"];

export const parseChosen = (data: unknown): ChosenPage => parsed(shape, data).search;
