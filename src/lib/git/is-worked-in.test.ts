import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { isWorkedIn } from "./is-worked-in.ts";

test.runIf(process.platform === "linux")("a folder is worked in by who stands in it or below, not beside it", () => {
  const before = process.cwd();
  onTestFinished(() => process.chdir(before));
  const folder = realpathSync(aFolder());
  for (const name of ["one/below", "one-more"]) mkdirSync(join(folder, name), { recursive: true });
  process.chdir(join(folder, "one/below"));
  expect([folder, join(folder, "one"), join(folder, "one/below"), join(folder, "one-more")].map(isWorkedIn)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
