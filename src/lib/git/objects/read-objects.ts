/**
 * Reads objects of a repository that agents can write loose objects into. Git itself believes the name of a file: an
 * object is taken here only when its content has the hash it is named by.
 */
import { createHash } from "node:crypto";
import { hardening, buildPersonEnvironment } from "../environment.ts";
import { isObjectName } from "../refs/refs.ts";
import { runProgram } from "../../run.ts";

export type GitObject = { readonly type: string; readonly content: Buffer };

/** Those that are there and whole, by their names. Nothing is fetched from a remote, and no replacement is obeyed. */
export async function readObjects(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, GitObject>> {
  const wanted = [...new Set(names)].filter(isObjectName);
  if (wanted.length === 0) return new Map();
  const pieces: Uint8Array[] = [];
  const ended = await runProgram({
    program: "git",
    args: [...hardening, "cat-file", "--batch"],
    cwd: folder,
    env: { ...buildPersonEnvironment(), GIT_NO_LAZY_FETCH: "1", GIT_NO_REPLACE_OBJECTS: "1" },
    input: wanted.map((name) => `${name}\n`).join(""),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: BYTES_MAX,
    onOutput: ({ stream, bytes }) => void (stream === "stdout" && pieces.push(bytes)),
  });
  // What came before it broke off is checked like the rest.
  return ended.ok ? parseBatch(Buffer.concat(pieces)) : new Map();
}

const TIMEOUT_MS = 30_000;
/** Root folders of a few thousand branches; a repository with more is not looked at. */
const BYTES_MAX = 256 * 1024 * 1024;

export function hashObject(type: string, content: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? "sha256" : "sha1");
  return hash.update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** `<name> <type> <size>`, the content and a line's end, one after the other; `<name> missing` for what is not there. */
function parseBatch(bytes: Buffer): ReadonlyMap<string, GitObject> {
  const found = new Map<string, GitObject>();
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(LINE_END, at);
    if (end < 0) break;
    const [name = "", type = "", size] = bytes.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    const content = bytes.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (hashObject(type, content, name) === name) found.set(name, { type, content });
  }
  return found;
}

const LINE_END = 0x0a;

export type TreeEntry = { readonly mode: string; readonly object: string };

/** The entry of a name in the content of a tree; null: there is none. */
export function findTreeEntry(tree: Buffer, name: string, like: string): TreeEntry | null {
  const bytes = like.length / 2;
  let at = 0;
  while (at < tree.length) {
    const end = tree.indexOf(0, at);
    if (end < 0) return null;
    const [mode = "", ...rest] = tree.toString("utf8", at, end).split(" ");
    if (rest.join(" ") === name) return { mode, object: tree.toString("hex", end + 1, end + 1 + bytes) };
    at = end + 1 + bytes;
  }
  return null;
}
