import type { News } from "../../domain/core/observation.ts";

/** News on its way into the inbox. */
export type Arrival = {
  readonly news: News;
  /** The same news under the same key is taken once, however often it is brought. */
  readonly dedupKey?: string;
  /** The observation's id, for a caller who will look for what follows from it. Left out: a new one. */
  readonly id?: string;
  /** Written in the same transaction, if the news is taken. */
  readonly alongside?: () => void;
};
