import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHome, type HomePaths } from "../../config/home.ts";
import { findDiskFinding, measureDiskUse } from "./disk-use.ts";

const KB = 1_024;

function aHome(): { readonly home: HomePaths; readonly root: string } {
  const folder = mkdtempSync(join(tmpdir(), "ao-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { home: openHome({ AO_HOME: join(folder, "home") }), root: join(folder, "repository", ".worktrees") };
}

function write(file: string, kilobytes: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "x".repeat(kilobytes * KB));
}

test("each thing is counted once, and as what it is", async () => {
  const { home, root } = aHome();
  write(join(home.workspaces, "app/one/file"), 100);
  write(join(root, "two/file"), 100);
  write(join(home.trash, "gone/tree/file"), 400);
  write(join(root, ".trash/gone/tree/file"), 400);
  write(join(home.projects, "app/checks/1/node_modules/x"), 1_600);
  write(join(home.projects, "app/git/objects/x"), 3_200);
  write(join(home.turns, "t1/out"), 6_400);
  const use = await measureDiskUse({ home, roots: [join(home.workspaces, "app"), root, root], nowMs: () => 0 });
  const kilobytes = (bytes: number): number => Math.round(bytes / KB / 100) * 100;
  expect([use.workspaces, use.checks, use.trash, use.logs, use.data].map(kilobytes)).toEqual([
    200, 1_600, 800, 6_400, 3_200,
  ]);
  expect([use.incomplete, use.free > 0]).toEqual([[], true]);
});

test("what takes too long to count is said to be more, and never to be nothing", async () => {
  const { home } = aHome();
  for (let n = 0; n < 300; n += 1) write(join(home.workspaces, `app/one/file${n}`), 200);
  let looks = 0;
  const use = await measureDiskUse({ home, roots: [], nowMs: () => (looks += 1), lookMs: 500 });
  expect(use.incomplete).toEqual(["workspaces"]);
  expect(findDiskFinding(use).text).toMatch(/^used: workspaces over \d+ MB, checks 0 MB,/);
  expect(findDiskFinding({ ...use, workspaces: 0 }).text).toMatch(/^used: workspaces not counted in time, checks/);
});
