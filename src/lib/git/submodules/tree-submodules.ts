/** The submodules of a tree: what its `.gitmodules` names, and the commits that the tree itself holds in their places. */
import type { GitAnswer } from "../git-run.ts";
import type { OwnGit } from "../own.ts";
import { parseGitSettings } from "../settings/parse-git-config.ts";
import { parseSubmodules, type NamedSubmodule } from "./parse-gitmodules.ts";

export type TreeSubmodule = NamedSubmodule & { readonly commit: string };

/** Each costs some processes; a tree with more is not one that a person works on. */
const SUBMODULES_MAX = 300;
const FILE_BYTES_MAX = 1024 * 1024;

/** `objects`: where the tree is; left out: the person's repository. */
export async function listTreeSubmodules(
  own: OwnGit,
  tree: string,
  objects?: string,
): Promise<GitAnswer<readonly TreeSubmodule[]>> {
  const from = objects === undefined ? {} : { objects };
  const listed = await own.compute("ls-tree", ["-z", "--full-tree", tree, "--", ".gitmodules"], from);
  if (!listed.ok) return listed;
  const [file] = parseEntries(listed.value);
  // A link in its place would be another file's text, which git does not obey either.
  if (file === undefined || !file.mode.startsWith("100")) return none;
  const named = await readFile(own, file.object, from);
  if (named.length === 0) return none;
  const paths = named.map(({ path }) => path);
  const entries = await own.compute("ls-tree", ["-z", "--full-tree", tree, "--", ...paths], from);
  if (!entries.ok) return entries;
  const commits = new Map(
    parseEntries(entries.value).flatMap(({ mode, object, path }) => (mode === "160000" ? [[path, object]] : [])),
  );
  return {
    ok: true,
    value: named.flatMap((one) => {
      const commit = commits.get(one.path);
      return commit === undefined ? [] : [{ ...one, commit }];
    }),
  };
}

const none = { ok: true, value: [] } as const;

/** A file that git cannot read names nothing. */
async function readFile(own: OwnGit, blob: string, from: { readonly objects?: string }) {
  const args = ["--blob", blob, "--no-includes", "--list", "-z"];
  const listed = await own.compute("config", args, { ...from, maxOutputBytes: FILE_BYTES_MAX });
  return listed.ok ? parseSubmodules(parseGitSettings(listed.value)).slice(0, SUBMODULES_MAX) : [];
}

type Entry = { readonly mode: string; readonly object: string; readonly path: string };

function parseEntries(output: string): readonly Entry[] {
  return output.split("\0").flatMap((line) => {
    const [, mode = "", object = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    return path === "" ? [] : [{ mode, object, path }];
  });
}
