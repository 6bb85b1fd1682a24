/** How far a run of checks is: what waits for a place, and what runs. Checks that have spoken are in none of them. */
import type { Ms } from "../model/now.ts";

export type CheckProgress = {
  readonly name: string;
  readonly state:
    | { readonly kind: "waits"; readonly place: number; readonly of: number }
    /** Its workspace is being laid out. */
    | { readonly kind: "begins" }
    /** `expectedMs`: as long as it took before; null: not known. */
    | { readonly kind: "runs"; readonly forMs: Ms; readonly expectedMs: Ms | null };
};
