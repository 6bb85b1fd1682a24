/**
 * After a turn, and before the next one, the session's own branch and `HEAD` are plain files that name a commit. An agent
 * can make them anything else: a pipe that holds up whoever lists the branches, a link, a folder, another name for
 * `main`. Then they go back to what we saw last, and a person hears of it.
 */
import { lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { listHeldBranches, isObjectName, readRef } from "../../../../lib/git/git.ts";
import { describeFile, readPlainRef, writePlainRef } from "../../../../lib/git/refs/plain-ref.ts";
import { encodeRefName } from "../../../../lib/git/refs/ref-name.ts";
import { returnNullIfAbsent, readPlainText } from "../../../../lib/files/plain-file.ts";
import { removeTree } from "../../../../lib/files/remove-tree.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import type { LayoutStrategy, MadeWorkspace } from "../layout.ts";
import { getWallMs } from "../options.ts";
import { formatTrashStamp } from "../rescue/trash.ts";
import { needGit } from "../trouble.ts";

/** Answers a sentence for each thing that was put right. */
export async function settleRefs(layout: LayoutStrategy, place: MadeWorkspace): Promise<readonly string[]> {
  const { site, note } = place;
  if (note.left !== null || note.stage !== "ready") return [];
  const swept = await layout.sweep(place);
  const hasFiles = !layout.sharesRefs || site.repository.hasRefFiles;
  return [
    ...(hasFiles ? await settleBranch(layout, place, swept) : []),
    ...(await settleHead(layout, place)),
    ...(await releaseOthers(layout, place)),
  ];
}

async function settleBranch(
  layout: LayoutStrategy,
  place: MadeWorkspace,
  swept: readonly string[],
): Promise<readonly string[]> {
  const { desk: paths, note } = place;
  const commonDir = layout.commonDir(place);
  const ref = `refs/heads/${paths.branch}`;
  const found = await readPlainRef(commonDir, ref);
  if (found.kind === "commit") return [];
  await moveFolderAway(layout, place);
  needGit(await writePlainRef(commonDir, { ref, to: note.seen }));
  const wasSwept = swept.includes(join(commonDir, ref));
  const was = found.kind === "odd" ? found.why : wasSwept ? "was a pipe or a link" : "was deleted";
  return [`The branch ${paths.branch} ${was}; it was put back to ${note.seen.slice(0, 10)}.`];
}

/** A folder of refs in the branch's place: each commit in it is kept at `refs/ao/displaced/`. */
async function moveFolderAway(layout: LayoutStrategy, place: MadeWorkspace): Promise<void> {
  const { site, desk: paths } = place;
  const folder = join(layout.commonDir(place), "refs/heads", paths.branch);
  if ((await lstat(folder).catch(returnNullIfAbsent))?.isDirectory() !== true) return;
  const stamp = formatTrashStamp(getWallMs(site.options));
  const away = join(paths.folder, `displaced-${stamp}`);
  await rename(folder, away);
  const commits = await listCommits(away);
  await Promise.all(commits.map((commit) => layout.carryOver(place, commit)));
  const refs = commits.map((commit, n) => ({
    ref: `refs/ao/displaced/${encodeRefName(paths.session)}/${stamp}-${n}`,
    to: commit,
  }));
  needGit(await site.repository.updateRefs(refs));
}

const DISPLACED_MAX = 100;

async function listCommits(folder: string): Promise<readonly string[]> {
  // With their types: without them links are followed, and two that lead to their own folder have no end.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).slice(0, DISPLACED_MAX);
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readPlainText(join(parentPath, name), { maxBytes: 4_096 })),
  );
  return [...new Set(texts.flatMap((text) => (text !== null && isObjectName(text.trim()) ? [text.trim()] : [])))];
}

async function settleHead(layout: LayoutStrategy, place: MadeWorkspace): Promise<readonly string[]> {
  const { desk: paths, note } = place;
  if ((await lstat(note.gitDir).catch(returnNullIfAbsent))?.isDirectory() !== true) return [];
  const file = join(note.gitDir, "HEAD");
  const { target, was } = await readHead(file);
  if (target !== null && (isObjectName(target) || layout.mayBeOn(paths, target))) return [];
  // Files of another branch stay what they are: commits on no branch.
  const commit = target === null ? null : await readRef(`refs/heads/${target}`, { commonDir: layout.commonDir(place) });
  replaceFile(file, commit === null ? `ref: refs/heads/${paths.branch}\n` : `${commit}\n`);
  return [`HEAD of ${paths.path} ${was}; it is ${commit === null ? `on ${paths.branch} again` : "on no branch now"}.`];
}

/** A rebase or bisection that says it is of a branch of the person's: they could not check it out. */
async function releaseOthers(layout: LayoutStrategy, { desk: paths, note }: MadeWorkspace): Promise<readonly string[]> {
  const told: string[] = [];
  for (const { folder, branches } of await listHeldBranches(note.gitDir)) {
    const other = branches.find((branch) => branch !== "detached HEAD" && !layout.mayBeOn(paths, branch));
    if (other === undefined) continue;
    await removeTree(join(note.gitDir, folder));
    told.push(`In ${paths.path} ${folder} spoke of the branch ${other}; it was removed.`);
  }
  return told;
}

/** `target`: the branch or commit that it names; null: neither. */
async function readHead(file: string): Promise<{ readonly target: string | null; readonly was: string }> {
  const found = await lstat(file).catch(returnNullIfAbsent);
  if (found === null) return { target: null, was: "was deleted" };
  if (!found.isFile()) return { target: null, was: `was ${describeFile(found)}` };
  const text = (await readPlainText(file, { maxBytes: 4_096 }))?.trim() ?? "";
  const target = /^ref: *refs\/heads\/(.+)$/.exec(text)?.[1] ?? (isObjectName(text) ? text : null);
  return { target, was: target === null ? "named no branch" : `was on ${target}` };
}
