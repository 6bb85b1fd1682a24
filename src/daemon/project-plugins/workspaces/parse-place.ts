import * as z from "zod";
import type { WorkspacePlace } from "./placed-workspace.ts";

const shape = z.object({ root: z.string().min(1), name: z.string().min(1) });

/** Null: nothing was written there, or only half of it. */
export function parsePlace(text: string): WorkspacePlace | null {
  if (text === "") return null;
  const parsed = shape.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
