/**
 * Reads refs from their files, without a process: one branch is asked for far more often than all. A repository that
 * keeps its refs otherwise (reftable) has no such files; `repository.ts` asks git then.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent, readPlainText } from "../../files/plain-file.ts";

/** A ref may point to a ref; git itself gives up after five. */
const HOPS_MAX = 5;
const REF_LIMIT = { maxBytes: 4_096 };
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
    const text = await readPlainText(join(ref.startsWith("refs/") ? commonDir : gitDir, ref), REF_LIMIT);
    if (text === null) return readPackedRef(ref, commonDir);
    const target = /^ref: *(.+?)\s*$/.exec(text)?.[1];
    if (target === undefined) return isObjectName(text.trim()) ? text.trim() : null;
    ref = target;
  }
  return null;
}

/** The branch `HEAD` names, born or not; null when it is detached. */
export async function readHeadBranch(gitDir: string): Promise<string | null> {
  const text = await readPlainText(join(gitDir, "HEAD"), REF_LIMIT);
  return /^ref: *refs\/heads\/(.+?)\s*$/.exec(text ?? "")?.[1] ?? null;
}

/** No ref has this name, nor one that begins or ends where it would stand: a ref cannot lie below another. */
export async function isRefFree(name: string, { commonDir }: { readonly commonDir: string }): Promise<boolean> {
  const parts = name.split("/");
  const upToIt = parts.slice(2).map((_, at) => parts.slice(0, at + 3).join("/"));
  const packed = (await readPlainText(join(commonDir, "packed-refs"))) ?? "";
  if (packed.includes(` ${name}/`) || upToIt.some((ref) => packed.includes(` ${ref}\n`))) return false;
  for (const ref of upToIt) if ((await readPlainText(join(commonDir, ref), REF_LIMIT)) !== null) return false;
  return !(await hasRefs(join(commonDir, name)));
}

async function hasRefs(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(returnNullIfAbsent);
  for (const entry of entries ?? []) {
    const isRef = entry.isDirectory() ? await hasRefs(join(folder, entry.name)) : !entry.name.endsWith(".lock");
    if (isRef) return true;
  }
  return false;
}

async function readPackedRef(ref: string, commonDir: string): Promise<string | null> {
  // In a repository that a session has for itself they lie in a folder of their own.
  const packed =
    (await readPlainText(join(commonDir, "packed-refs"))) ??
    (await readPlainText(join(commonDir, "packed/packed-refs")));
  if (packed === null) return null;
  const at = packed.indexOf(` ${ref}\n`);
  if (at < 0) return null;
  const name = packed.slice(packed.lastIndexOf("\n", at) + 1, at);
  return isObjectName(name) ? name : null;
}
