/**
 * Reads refs from their files, without a process: one branch is asked for far more often than all. A repository that
 * keeps its refs otherwise (reftable) has no such files; `git-repository.ts` asks git then.
 */
import { join } from "node:path";
import { readPlainText } from "./plain-file.ts";

/** A ref may point to a ref; git itself gives up after five. */
const HOPS_MAX = 5;
const objectName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export function isObjectName(text: string): boolean {
  return objectName.test(text);
}

/** The object a ref points to; null when there is no such ref. `gitDir` holds `HEAD`, `commonDir` all shared refs. */
export async function readRef(
  name: string,
  { commonDir, gitDir = commonDir }: { readonly commonDir: string; readonly gitDir?: string },
): Promise<string | null> {
  let ref = name;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const text = await readPlainText(join(ref.startsWith("refs/") ? commonDir : gitDir, ref), { maxBytes: 4_096 });
    if (text === null) return packedRef(ref, commonDir);
    const target = /^ref: *(.+?)\s*$/.exec(text)?.[1];
    if (target === undefined) return isObjectName(text.trim()) ? text.trim() : null;
    ref = target;
  }
  return null;
}

/** The branch `HEAD` names, born or not; null when it is detached. */
export async function readHeadBranch(gitDir: string): Promise<string | null> {
  const text = await readPlainText(join(gitDir, "HEAD"), { maxBytes: 4_096 });
  return /^ref: *refs\/heads\/(.+?)\s*$/.exec(text ?? "")?.[1] ?? null;
}

async function packedRef(ref: string, commonDir: string): Promise<string | null> {
  const packed = await readPlainText(join(commonDir, "packed-refs"));
  if (packed === null) return null;
  const at = packed.indexOf(` ${ref}\n`);
  if (at < 0) return null;
  const name = packed.slice(packed.lastIndexOf("\n", at) + 1, at);
  return isObjectName(name) ? name : null;
}
