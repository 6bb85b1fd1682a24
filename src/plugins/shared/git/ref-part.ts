/** Names of refs made of ids, which may hold any text. */
import { createHash } from "node:crypto";
import type { CandidateId } from "../../../domain/model/ids.ts";

export function formatCandidateRef(id: CandidateId): string {
  return `refs/ao/candidates/${encodeRefPart(id)}`;
}

/** A name that is longer becomes a file that not every file system can hold. */
const REF_PART_MAX = 120;

/** Any text as one part of a ref's name; two texts never give the same. */
export function encodeRefPart(text: string): string {
  const part = text.replaceAll(/[^A-Za-z0-9_-]/gu, (mark) => `=${mark.codePointAt(0)?.toString(16)}=`);
  return part.length <= REF_PART_MAX ? part : `=${createHash("sha256").update(text).digest("hex")}`;
}
