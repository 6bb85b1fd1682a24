import * as z from "zod";

const seats = z.object({ issues: z.string(), changes: z.string() });
const shape = z.object({ first: seats, now: seats });

/** By the names of plugins. */
export type ProjectHomes = z.output<typeof seats>;
export type StoredHomes = z.output<typeof shape>;

/** A file that was written by half or by hand is an error: to guess would give old numbers to other issues. */
export const parseSeats = (text: string): StoredHomes => shape.parse(JSON.parse(text));
