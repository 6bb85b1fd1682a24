import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { ao } from "../../testing/run-ao.ts";

test("a sentence with a long path is wrapped, and no part of it is cut", async () => {
  const folder = aFolder();
  const path = join(folder, "a-folder-with-a-long-name", "and-another-one-in-it", "app");
  mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet");
  git(path, "commit", "--quiet", "--allow-empty", "-m", "Begin");
  const file = join(path, "agent-orchestrator.yaml");
  writeFileSync(file, "projects: { app: { agent: scripted } }\n");
  const env = { ...process.env, AO_HOME: join(folder, "home"), HOME: folder, NO_COLOR: "1" };
  const { code, stdout, stderr } = await ao({ env, cwd: path, width: 80 }, "init");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [sentence = "", next] = stdout.split("next: ");
  expect(next).toBe("review it, then ao start\n");
  const whole = sentence.replaceAll(/\s/g, "");
  expect(whole).toBe(`kept${file.replaceAll(/\s/g, "")},whichwasthere`);
  for (const line of sentence.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});
