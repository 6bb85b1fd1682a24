/**
 * The suites that use git most, on the oldest git that we promise and on a new one. Only with `npm run test:all`: each git
 * is built from its sources once (a minute or two), then everything runs on each. `AO_TEST_GITS=2.25.1` takes one.
 */
import { delimiter, join } from "node:path";
import { test, expect } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { buildGit, OTHER_GITS } from "./other-gits.ts";

const isLong = process.env["AO_TEST_LONG"] === "1";
const wanted = process.env["AO_TEST_GITS"]?.split(",");
const ROOT = join(import.meta.dirname, "../..");
const SUITES = [
  ...["src/lib/git", "src/plugins/shared/git", "src/plugins/workspace", "src/plugins/local"],
  ...["test/contracts/scm/local", "test/contracts/change-desk/local", "test/contracts/checks/local"],
  ...["test/e2e/landing", "test/e2e/checkout", "test/e2e/hostile-git", "test/e2e/husky", "test/e2e/demo"],
];
const WITHIN_MS = 60 * 60_000;

for (const git of OTHER_GITS) {
  const isLeftOut = !isLong || wanted?.includes(git.version) === false;
  test.skipIf(isLeftOut)(
    `git ${git.version}: sessions, checks, candidates and landings work as on any other (with test:all only)`,
    async ({ skip }) => {
      const built = await buildGit(git);
      if (!built.ok) return skip(built.why);
      const { AO_TEST_LONG: _, ...rest } = process.env;
      const env = { ...rest, PATH: `${built.bin}${delimiter}${rest["PATH"] ?? ""}` };
      const version = await runProgram({ program: "git", args: ["--version"], env, timeoutMs: 10_000 });
      expect(version.stdout).toContain(git.version);
      const args = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...SUITES];
      const ended = await runProgram({ program: process.execPath, args, cwd: ROOT, env, timeoutMs: WITHIN_MS });
      expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ code: 0 });
    },
    2 * WITHIN_MS,
  );
}
