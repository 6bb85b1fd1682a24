import type { Notice } from "../../slots/notifier.ts";

/** Written by ourselves, when it was held back. */
export const parseNotice = (doc: string): Notice => JSON.parse(doc) as Notice;
