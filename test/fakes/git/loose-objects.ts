/** Git's objects, read and written as the files they are: a program for each of them would cost more than all the rest. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";

export type Entry = { readonly mode: string; readonly name: string; readonly oid: string };

export type NewCommit = {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  readonly who: string;
  readonly atSeconds: number;
};

export class LooseObjects {
  private readonly folder: string;

  /** `folder` is a repository's `objects`; those of its alternates are read, too. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Null: it is not there, or lies in a pack. */
  read(oid: string): Buffer | null {
    for (const folder of [this.folder, ...alternatesOf(this.folder)]) {
      const file = join(folder, oid.slice(0, 2), oid.slice(2));
      if (!existsSync(file)) continue;
      const whole = inflateSync(readFileSync(file));
      return whole.subarray(whole.indexOf(0) + 1);
    }
    return null;
  }

  treeOf(commit: string): string | null {
    return /^tree ([0-9a-f]{40})\n/.exec(this.read(commit)?.toString() ?? "")?.[1] ?? null;
  }

  entriesOf(tree: string): readonly Entry[] | null {
    const body = this.read(tree);
    if (body === null) return null;
    const entries: Entry[] = [];
    for (let at = 0; at < body.length;) {
      const end = body.indexOf(0, at);
      const [mode = "", name = ""] = body.subarray(at, end).toString().split(" ");
      entries.push({ mode, name, oid: body.subarray(end + 1, end + 21).toString("hex") });
      at = end + 21;
    }
    return entries;
  }

  /** The same tree with these files of its first level. */
  withFiles(tree: string, files: Readonly<Record<string, string | null>>): string {
    const others = (this.entriesOf(tree) ?? []).filter(({ name }) => !(name in files));
    const added = Object.entries(files).flatMap(([name, text]) =>
      text === null ? [] : [{ mode: "100644", name, oid: this.write("blob", Buffer.from(text)) }],
    );
    const sorted = [...others, ...added].toSorted((one, other) => (one.name < other.name ? -1 : 1));
    const lines = sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]);
    return this.write("tree", Buffer.concat(lines));
  }

  commit({ tree, parents, message, who, atSeconds }: NewCommit): string {
    const by = `${who} ${atSeconds} +0000`;
    const head = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${by}`, `committer ${by}`];
    return this.write("commit", Buffer.from(`${head.join("\n")}\n\n${message}\n`));
  }

  private write(type: "blob" | "tree" | "commit", body: Buffer): string {
    const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
    const oid = createHash("sha1").update(whole).digest("hex");
    const file = join(this.folder, oid.slice(0, 2), oid.slice(2));
    if (existsSync(file)) return oid;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, deflateSync(whole));
    renameSync(`${file}.new`, file);
    return oid;
  }
}

function alternatesOf(folder: string): readonly string[] {
  const file = join(folder, "info", "alternates");
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
    : [];
}
