import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aDeepFolder } from "../../../test/fixtures/odd-files.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { measureTree } from "./measure-tree.ts";
import { removeTree } from "./remove-tree.ts";

test("folders nested deeper than a path can say are removed, and what is beside them is not", async () => {
  const folder = aFolder();
  const [tree, beside] = [join(folder, "tree"), join(folder, "beside")];
  mkdirSync(tree);
  writeFileSync(beside, "stays");
  aDeepFolder(tree);
  await removeTree(tree);
  expect([existsSync(tree), existsSync(beside)]).toEqual([false, true]);
});

test("folders that nobody may write or read are removed", async () => {
  const tree = join(aFolder(), "tree");
  mkdirSync(join(tree, "sealed", "below"), { recursive: true });
  writeFileSync(join(tree, "sealed", "file"), "x");
  chmodSync(join(tree, "sealed"), 0);
  onTestFinished(() => {
    if (existsSync(tree)) chmodSync(join(tree, "sealed"), 0o700);
  });
  await removeTree(tree);
  expect(existsSync(tree)).toBe(false);
  await removeTree(tree);
});

test("paths beyond the limit are counted as far as can be, and said to be more", async () => {
  const tree = join(aFolder(), "tree");
  mkdirSync(tree);
  aDeepFolder(tree);
  const measured = await measureTree(tree);
  expect(measured.isWhole).toBe(false);
  expect(measured.bytes).toBeGreaterThan(0);
  await removeTree(tree);
});
