import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { put } from "../../../../test/fixtures/workspace-rig.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { carryLargeFiles } from "./large-files.ts";

const nameFor = (content: string): string => createHash("sha256").update(content).digest("hex");
const pathIn = (storage: string, name: string): string =>
  join(storage, "objects", name.slice(0, 2), name.slice(2, 4), name);

function twoStores() {
  const folder = realpathSync(aFolder());
  const [from, to] = [join(folder, "from"), join(folder, "to")];
  return { folder, from, to, has: (content: string) => existsSync(pathIn(to, nameFor(content))) };
}

test("a file comes along whose content is what its name says, and no other", async () => {
  const { folder, from, to, has } = twoStores();
  put(pathIn(from, nameFor("good")), "good");
  put(pathIn(from, nameFor("false")), "something else");
  put(join(folder, "secret"), "secret");
  put(join(from, "objects/not/a/name"), "x");
  const link = pathIn(from, nameFor("secret"));
  put(join(link, "../beside"), "");
  symlinkSync(join(folder, "secret"), link);
  await carryLargeFiles(from, to);
  await carryLargeFiles(from, to);
  expect(readFileSync(pathIn(to, nameFor("good")), "utf8")).toBe("good");
  expect([has("false"), has("secret")]).toEqual([false, false]);
});

test("what the person has is left as it is", async () => {
  const { from, to } = twoStores();
  put(pathIn(from, nameFor("one")), "one");
  put(pathIn(to, nameFor("one")), "theirs");
  await carryLargeFiles(from, to);
  expect(readFileSync(pathIn(to, nameFor("one")), "utf8")).toBe("theirs");
});

test("more than the bound is refused as a whole, and says so", async () => {
  const { from, to, has } = twoStores();
  put(pathIn(from, nameFor("small")), "small");
  put(pathIn(from, nameFor("x".repeat(2_000))), "x".repeat(2_000));
  await expect(carryLargeFiles(from, to, 1_000)).rejects.toThrow(/not taken over.*git-lfs.*more than 1 MB/);
  expect(has("small")).toBe(false);
});

test("no store is nothing to carry", async () => {
  const { from, to } = twoStores();
  await carryLargeFiles(from, to);
  expect(existsSync(to)).toBe(false);
});

test("folders that are links are not looked into, however they lead", { timeout: 20_000 }, async () => {
  const { from, to, has } = twoStores();
  put(pathIn(from, nameFor("good")), "good");
  // Whoever follows two links to the folder that they are in finds it again without end.
  for (const name of ["aa", "ab"]) symlinkSync(".", join(from, "objects", name));
  const linked = pathIn(to, nameFor("linked"));
  put(join(from, "beside", nameFor("linked").slice(2, 4), nameFor("linked")), "linked");
  symlinkSync(join(from, "beside"), join(from, "objects", nameFor("linked").slice(0, 2)));
  await carryLargeFiles(from, to);
  expect([has("good"), existsSync(linked)]).toEqual([true, false]);
});
