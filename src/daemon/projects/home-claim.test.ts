import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { dropClaim } from "../../config/home-claim.ts";
import { claimRepository } from "./home-claim.ts";

/** With a daemon that lives as long as this process, or one that is gone. */
function aHome(pid: number | null = process.pid): string {
  const home = join(aFolder(), "home");
  mkdirSync(home);
  if (pid !== null) writeFileSync(join(home, "daemon.json"), JSON.stringify({ pid, port: 1, version: "1" }));
  return home;
}

test("a second home is told of the first one, as long as that one's daemon runs", () => {
  const repository = aRepository();
  const [first, second] = [aHome(), aHome()];
  expect(claimRepository(repository, first)).toBeNull();
  expect(claimRepository(repository, first)).toBeNull();
  expect(claimRepository(repository, second)).toBe(first);
  expect(readFileSync(join(repository, ".git", "ao-home"), "utf8")).toBe(`${first}\n`);
  expect(git(repository, "status", "--porcelain")).toBe("");
});

test.each([
  ["whose daemon was never there", () => aHome(null)],
  ["whose daemon has died", () => aHome(2 ** 22 - 3)],
  ["that was deleted", () => "/nowhere/at/all"],
])("a home %s stands in nobody's way", (_name, dead) => {
  const repository = aRepository();
  claimRepository(repository, dead());
  const home = aHome();
  expect(claimRepository(repository, home)).toBeNull();
  expect(claimRepository(repository, aHome())).toBe(home);
});

test("a removed project frees its repository, and only its own home does", () => {
  const repository = aRepository();
  const [first, second] = [aHome(), aHome()];
  claimRepository(repository, first);
  dropClaim(repository, second);
  expect(claimRepository(repository, second)).toBe(first);
  dropClaim(repository, first);
  expect(claimRepository(repository, second)).toBeNull();
});

test("what is no repository is not written to, and a broken note is none", () => {
  const folder = aFolder();
  expect(claimRepository(folder, aHome())).toBeNull();
  expect(existsSync(join(folder, "ao-home"))).toBe(false);
  const repository = aRepository();
  writeFileSync(join(repository, ".git", "ao-home"), "not a path\u0000");
  expect(claimRepository(repository, aHome())).toBeNull();
});
