import * as z from "zod";
import type { AddProject } from "../context.ts";

const shape = z.strictObject({ path: z.string().min(1), configFile: z.string().nullable(), accept: z.boolean() });

/** Null: it is not one of ours, or only half of one. */
export function parseAddRequest(text: string): AddProject | null {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
