import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findingGroups } from "../../../config/doctor/finding.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { ao } from "../../testing/run-ao.ts";

const at = () => {
  const folder = aFolder();
  return { env: { AO_HOME: join(folder, "home"), PATH: process.env["PATH"] }, cwd: folder };
};

test.for<[only: string, candidates: readonly string[], then: string]>([
  ["systm", ["system"], "ao doctor --only system"],
  ["agnets", ["agents"], "ao doctor --only agents"],
  ["git", ["github", "gitlab"], "ao doctor --only github"],
  ["nosuch", [], "ao doctor"],
])("a group that there is not, %s, is wrong use, and the nearest are named", async ([only, candidates, then]) => {
  const { code, stdout, stderr } = await ao(at(), "doctor", "--only", only, "--json");
  const { error } = JSON.parse(stderr);
  expect([code, stdout]).toEqual([2, ""]);
  expect(error).toMatchObject({ message: `there is no group ${only} of findings; nothing was shown`, try: then });
  expect(error.facts).toEqual(["Each project has its own group while the daemon runs."]);
  expect(error.candidates ?? []).toEqual(candidates);
});

test("a group that has nothing to tell is shown as that", async () => {
  expect(await ao(at(), "doctor", "--only", "sessions", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });
});

test("every group that a finding is given by name is known", () => {
  const src = join(import.meta.dirname, "../../..");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const texts = files.map((file) => readFileSync(join(src, file), "utf8"));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\bcreateFinding\(\s*"([a-z]+)"/g)].map(([, group]) => group),
  );
  expect(new Set(named).size).toBeGreaterThan(10);
  expect(named.filter((group) => !findingGroups.includes(group ?? ""))).toEqual([]);
});
