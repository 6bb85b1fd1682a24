import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aFolder } from "../../store/testing/folder.ts";

const WRITTEN = "# Ours.\nprojects:\n  app: { autonomy: fix } # as agreed\n";

async function aFile(text = WRITTEN) {
  const file = join(aFolder(), "agent-orchestrator.yaml");
  writeFileSync(file, text, { mode: 0o640 });
  const rig = await anApi({
    context: { configSource: () => ({ file, text: readFileSync(file, "utf8"), env: { KEY: "hunter2-hunter2" } }) },
  });
  return { file, client: rig.client(), text: () => readFileSync(file, "utf8") };
}

test("each setting is told with its meaning, what may be chosen, and its line", async () => {
  const { client, file } = await aFile();
  const view = await client.settings({ project: "app" });
  expect(view).toMatchObject({ file, problems: [] });
  expect(view.settings.find(({ key }) => key === "projects.app.autonomy")).toMatchObject({
    group: "projects.app",
    choices: ["observe", "propose", "fix", "land"],
    value: "fix",
    line: 3,
  });
  expect(view.settings.find(({ key }) => key === "policy.approvals")).toMatchObject({ value: null, line: null });
  expect(view.settings.filter(({ key }) => /[<[]/.test(key))).toEqual([]);
});

test("a trial shows the lines and writes nothing; then just these are written, and who may read the file stays", async () => {
  const { client, file, text } = await aFile();
  const edits = [
    { key: "projects.app.autonomy", value: "land" },
    { key: "policy.approvals", value: "2" },
  ];
  const trial = await client.writeSettings({ project: "app", edits, isTrial: true });
  expect(trial).toMatchObject({ file, isWritten: false });
  expect(text()).toBe(WRITTEN);
  const written = await client.writeSettings({ project: "app", edits });
  expect(written).toEqual({ ...trial, isWritten: true });
  expect(text()).toBe(`${WRITTEN.replace("fix", "land")}policy:\n  approvals: 2\n`);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(trial.lines.filter(({ kind }) => kind !== "same").map(({ text: line }) => line)).toEqual([
    "  app: { autonomy: fix } # as agreed",
    "  app: { autonomy: land } # as agreed",
    "policy:",
    "  approvals: 2",
  ]);
});

test("a setting that is taken out is not written any more, and the default holds", async () => {
  const { client, text } = await aFile("policy:\n  approvals: 2 # for now\n  holdLabels: [wip]\n");
  const { lines } = await client.writeSettings({ edits: [{ key: "policy.approvals", value: null }] });
  expect(text()).toBe("policy:\n  holdLabels: [wip]\n");
  expect(lines.filter(({ kind }) => kind !== "same").map(({ text: line }) => line)).toEqual([
    "  approvals: 2 # for now",
  ]);
  const { settings } = await client.settings({});
  expect(settings.find(({ key }) => key === "policy.approvals")).toMatchObject({ value: null, line: null });
});

test("of several changes none is written when one cannot be", async () => {
  const { client, text } = await aFile();
  const edits = [
    { key: "projects.app.autonomy", value: "land" },
    { key: "policy.approvals", value: "many" },
  ];
  await expect(client.writeSettings({ project: "app", edits })).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/^nothing was written: /),
  });
  expect(text()).toBe(WRITTEN);
});

test("a secret that stands in the file is not shown", async () => {
  const { client } = await aFile("notifiers: { slack: { plugin: slack, webhookUrl: hunter2-hunter2 } }\n");
  expect(JSON.stringify(await client.settings({}))).not.toContain("hunter2");
  const edits = [{ key: "port", value: "3100" }];
  expect(JSON.stringify(await client.writeSettings({ edits, isTrial: true }))).not.toContain("hunter2");
});
