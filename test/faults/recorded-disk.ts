/**
 * What a power cut may leave of the files that a recorded program wrote. Only what was synced is certain: the content of a
 * file by a sync of the file, its name by a sync of its folder. Of everything else any part may be there, whole writes as
 * well as single sectors of them; names are lost from the newest back, as a journal loses them.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unreachable } from "../../src/domain/model/unreachable.ts";

const KINDS = ["", "create", "write", "truncate", "sync", "rename", "unlink", "mkdir"] as const;
const HEAD_BYTES = 24;

export type Op = {
  readonly kind: (typeof KINDS)[number];
  /** Below the recorded folder; "" is that folder itself. */
  readonly path: string;
  readonly offset: number;
  readonly data: Buffer;
};

/** The records of `record-writes.c`. */
export function parseRecords(bytes: Buffer, root: string): readonly Op[] {
  const ops: Op[] = [];
  for (let at = 0; at < bytes.length;) {
    const [op, pathLength] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
    const [dataLength, offset] = [bytes.readBigUInt64LE(at + 8), bytes.readBigUInt64LE(at + 16)].map(Number);
    const pathEnd = at + HEAD_BYTES + pathLength;
    const path = bytes.subarray(at + HEAD_BYTES, pathEnd).toString("utf8");
    at = pathEnd + (dataLength ?? 0);
    ops.push({
      kind: KINDS[op] ?? "",
      path: below(path, root),
      offset: offset ?? 0,
      data: bytes.subarray(pathEnd, at),
    });
  }
  return ops;
}

const below = (path: string, root: string): string => path.slice(root.length).replace(/^\//, "");

type FileNode = { readonly kind: "file"; synced: Buffer; pending: Change[] };
type Change = { readonly offset: number; readonly data: Buffer } | { readonly length: number };
type FolderNode = {
  readonly kind: "folder";
  /** As the program sees it, and as it is certain. */
  readonly now: Map<string, Node>;
  readonly synced: Map<string, Node>;
  pending: ((entries: Map<string, Node>) => void)[];
};
type Node = FileNode | FolderNode;

/** `keep`: what is left of what was not synced. */
export type Cut = {
  readonly keep: "nothing" | "all" | "some";
  readonly sectorBytes: 512 | 4096;
  readonly random: () => number;
};

export class RecordedDisk {
  private readonly root: FolderNode = aFolder();

  apply({ kind, path, offset, data }: Op): void {
    switch (kind) {
      case "create":
        return this.name(path, { kind: "file", synced: Buffer.alloc(0), pending: [] });
      case "mkdir":
        return this.name(path, aFolder());
      case "write":
        return void this.file(path).pending.push({ offset, data });
      case "truncate":
        return void this.file(path).pending.push({ length: offset });
      case "sync":
        return this.sync(path);
      case "unlink":
        return this.forget(path);
      case "rename":
        return this.rename(path, data.toString("utf8"));
      case "":
        throw new Error(`an unknown record about ${path}`);
      default:
        return unreachable(kind);
    }
  }

  /** The target of a rename is recorded as a whole path. */
  rename(path: string, to: string): void {
    const node = this.find(path);
    const [from, into] = [this.parent(path), this.parent(to)];
    if (from.folder !== into.folder) throw new Error(`${path} was moved to another folder, which is not modelled`);
    this.change(from.folder, (entries) => {
      entries.delete(from.name);
      entries.set(into.name, node);
    });
  }

  /** Lays out what is left in a folder. */
  layOut(folder: string, cut: Cut): void {
    layOut(this.root, folder, cut);
  }

  private name(path: string, node: Node): void {
    const { folder, name } = this.parent(path);
    this.change(folder, (entries) => void entries.set(name, node));
  }

  private forget(path: string): void {
    const { folder, name } = this.parent(path);
    this.change(folder, (entries) => void entries.delete(name));
  }

  private change(folder: FolderNode, change: (entries: Map<string, Node>) => void): void {
    change(folder.now);
    folder.pending.push(change);
  }

  private sync(path: string): void {
    const node = this.find(path);
    if (node.kind === "file") node.synced = changed(node.synced, node.pending);
    else for (const change of node.pending) change(node.synced);
    node.pending = [];
  }

  private parent(path: string): { readonly folder: FolderNode; readonly name: string } {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    const folder = this.find(parts.join("/"));
    if (folder.kind !== "folder") throw new Error(`${path} is below a file`);
    return { folder, name };
  }

  private file(path: string): FileNode {
    const node = this.find(path);
    if (node.kind !== "file") throw new Error(`${path} is no file`);
    return node;
  }

  private find(path: string): Node {
    let node: Node = this.root;
    for (const part of path.split("/").filter((name) => name !== "")) {
      const next: Node | undefined = node.kind === "folder" ? node.now.get(part) : undefined;
      if (next === undefined) throw new Error(`${path} was never made`);
      node = next;
    }
    return node;
  }
}

const aFolder = (): FolderNode => ({ kind: "folder", now: new Map(), synced: new Map(), pending: [] });

function layOut(folder: FolderNode, path: string, cut: Cut): void {
  mkdirSync(path, { recursive: true });
  const entries = new Map(folder.synced);
  const kept = { nothing: 0, all: folder.pending.length, some: Math.floor(cut.random() * (folder.pending.length + 1)) };
  for (const change of folder.pending.slice(0, kept[cut.keep])) change(entries);
  for (const [name, node] of entries) {
    if (node.kind === "folder") layOut(node, join(path, name), cut);
    else writeFileSync(join(path, name), contentOf(node, cut));
  }
}

function contentOf({ synced, pending }: FileNode, { keep, sectorBytes, random }: Cut): Buffer {
  if (keep === "nothing") return synced;
  if (keep === "all") return changed(synced, pending);
  const left = pending.flatMap((change) => {
    if (random() < 0.3) return [];
    if ("length" in change || random() < 0.5) return [change];
    return sectorsOf(change, sectorBytes).filter(() => random() < 0.5);
  });
  return changed(synced, left);
}

function sectorsOf(
  { offset, data }: { readonly offset: number; readonly data: Buffer },
  bytes: number,
): readonly Change[] {
  const sectors: Change[] = [];
  for (let at = 0; at < data.length;) {
    const length = Math.min(data.length - at, bytes - ((offset + at) % bytes));
    sectors.push({ offset: offset + at, data: data.subarray(at, at + length) });
    at += length;
  }
  return sectors;
}

/** What a file holds after these changes, in their order. */
function changed(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => ("length" in change ? change.length : change.offset + change.data.length));
  const buffer = Buffer.alloc(Math.max(content.length, ...ends));
  content.copy(buffer);
  let { length } = content;
  for (const change of changes) {
    if ("length" in change) {
      buffer.fill(0, Math.min(length, change.length), length);
      ({ length } = change);
    } else {
      change.data.copy(buffer, change.offset);
      length = Math.max(length, change.offset + change.data.length);
    }
  }
  return buffer.subarray(0, length);
}
