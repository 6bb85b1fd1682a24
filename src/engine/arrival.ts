import type { News } from "../domain/observation.ts";

/** News on its way into the inbox. `dedupKey`: the same news under the same key is taken once, however often it is brought. */
export type Arrival = { readonly news: News; readonly dedupKey?: string };
