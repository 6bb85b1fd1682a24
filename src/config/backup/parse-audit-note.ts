import type { Manifest } from "../../lib/database/parse-manifest.ts";

/** How far the audit log had come in a backup; null: nobody noted it. */
export function auditHeadIn({ notes }: Manifest): { readonly seq: number; readonly hash: string } | null {
  const { seq, hash } = (notes["auditHead"] ?? {}) as Record<string, unknown>;
  return typeof seq === "number" && typeof hash === "string" ? { seq, hash } : null;
}
