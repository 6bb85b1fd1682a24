import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git, write } from "../../../test/fixtures/git-repository.ts";
import { aRig, specOf } from "../../../test/fixtures/workspace-rig.ts";
import { value } from "../../../test/contracts/clause.ts";
import { cloneWorkspace } from "../../plugins/workspace/clone/index.ts";
import { openOwnGit, openRepository } from "./git.ts";
import { transferCommit, type TransferBounds } from "./transfer.ts";

const GENEROUS: TransferBounds = { bytes: 10_000_000, objects: 1_000, timeoutMs: 60_000 };

/** A session that has committed files which the person's repository does not have. */
async function aCommit(files: Readonly<Record<string, string>>) {
  const rig = aRig();
  const plugin = cloneWorkspace(rig.options);
  const { path, base } = await value({}, plugin.create(specOf("one")));
  write(path, files);
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "Work");
  const place = { path: rig.repository, acceptedFile: join(rig.home, "accepted"), howToAccept: "" };
  const opened = await openRepository(place);
  if (!opened.ok) throw new Error(opened.error.message);
  const own = await openOwnGit(rig.options.gitDir, opened.value);
  if (!own.ok) throw new Error(own.error.message);
  const commit = git(path, "rev-parse", "HEAD");
  const transfer = (bounds: Partial<TransferBounds> = {}) =>
    transferCommit(own.value, {
      repository: opened.value,
      objects: join(rig.options.repositories, "app-one/objects"),
      commit,
      known: [base],
      bounds: { ...GENEROUS, ...bounds },
    });
  const isThere = (): boolean =>
    git(rig.repository, "cat-file", "--batch-all-objects", "--batch-check").includes(commit);
  return { transfer, isThere, rig, path };
}

test("a commit comes over with all that it needs, as often as it is asked for", async () => {
  const { transfer, isThere, rig } = await aCommit({ "a.txt": "a", "b/c.txt": "c" });
  expect(await transfer()).toEqual({ ok: true, value: null });
  expect(await transfer()).toEqual({ ok: true, value: null });
  expect(isThere()).toBe(true);
  git(rig.repository, "fsck", "--strict");
  expect(readdirSync(join(rig.options.gitDir, "incoming"))).toEqual([]);
});

test.each<[string, Partial<TransferBounds>, RegExp]>([
  ["more objects than allowed", { objects: 2 }, /it adds \d+ files and folders; 2 are allowed/],
  ["more bytes than allowed", { bytes: 1_024 }, /it adds more than 1 MB, compressed/],
  ["more time than allowed", { timeoutMs: 1 }, /took longer than/],
])("%s: nothing of it comes over, and the reason is told", async (_what, bounds, says) => {
  const noise = Array.from({ length: 20_000 }, (_, n) => (n * 2_654_435_761) % 4_294_967_296).join(" ");
  const { transfer, isThere, rig } = await aCommit({ "noise.txt": noise });
  const refused = await transfer(bounds);
  expect(refused).toMatchObject({ ok: false, error: { kind: "rejected" } });
  if (!refused.ok) expect(refused.error.message).toMatch(says);
  expect(isThere()).toBe(false);
  expect(readdirSync(join(rig.options.gitDir, "incoming"))).toEqual([]);
});

test("objects of the lender that are away for a moment are nobody's fault: it is tried again", async () => {
  const { transfer, rig } = await aCommit({ "a.txt": "a" });
  git(rig.repository, "repack", "-adq");
  const packs = join(rig.gitDir, "objects/pack");
  renameSync(packs, `${packs}.away`);
  const failed = await transfer();
  expect(failed.ok || failed.error.kind).toBe("failed");
  renameSync(`${packs}.away`, packs);
  expect(await transfer()).toEqual({ ok: true, value: null });
});
