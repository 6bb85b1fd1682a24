import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { examineGit } from "../../config/doctor/machine.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { ao } from "../testing/run-ao.ts";

function aGit(says: string): string {
  const folder = aFolder();
  writeFileSync(join(folder, "git"), `#!/bin/sh\necho '${says}'\n`);
  chmodSync(join(folder, "git"), 0o755);
  return folder;
}

test.each([
  ["git version 2.25.0", "2.25.0", []],
  ["git version 2.39.5 (Apple Git-154)", "2.39.5", []],
  ["git version 3.0.1", "3.0.1", []],
  ["git version 2.24.4", null, ["git 2.24.4 is too old; version 2.25 or newer is needed"]],
  ["git version 1.8.3.1", null, ["git 1.8.3 is too old; version 2.25 or newer is needed"]],
  ["hello", null, ["git is installed but does not print its version"]],
])("%s is good enough, or it is said what is needed", async (says, version, texts) => {
  const found = await examineGit(aGit(says));
  expect(found.version).toBe(version);
  expect(found.findings.map(({ text }) => text)).toEqual(texts);
});

test("without git it is said that it is missing", async () => {
  const { findings } = await examineGit(aFolder());
  expect(findings).toMatchObject([{ state: "broken", text: "git is not installed; version 2.25 or newer is needed" }]);
});

test("ao start, add-project and demo refuse a git that is too old, and doctor does not call it fine", async () => {
  const home = join(aFolder(), "home");
  const people = { env: { PATH: aGit("git version 2.20.1"), AO_HOME: home, NO_COLOR: "1" }, width: 100 };
  for (const verb of ["start", "add-project", "demo"]) {
    const refused = await ao(people, verb);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("git 2.20.1 is too old; version 2.25 or newer is needed; nothing was started");
    expect(refused.stderr).toMatch(/try: .*install git/);
  }
  expect(existsSync(home)).toBe(false);
  const { stdout } = await ao(people, "doctor");
  const lines = stdout.split("\n").filter((line) => line.includes("2.20.1"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[x✗] .*too old/);
});
