import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aSession } from "../../../test/fixtures/domain.ts";
import { aRepository, git } from "../../../test/fixtures/git-repository.ts";
import { projectId } from "../../domain/model/ids.ts";
import { noSandbox } from "../../lib/sandbox/sandbox.ts";
import { openStore } from "../../store/open.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { Registry } from "./registry.ts";

const FILE = "agent-orchestrator.yaml";

function aRegistry() {
  const home = aFolder();
  const store = openStore({ memory: true });
  onTestFinished(() => store.close());
  const open = (): Registry =>
    new Registry({
      ...{ store, home },
      env: { PATH: "" },
      folderOf: (project) => join(home, project),
      homeConfig: () => null,
      runtime: "process",
      sandboxes: { findFor: async () => ({ ok: true, sandbox: noSandbox, why: null }) },
      nowMs: () => 1,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
  const registry = open();
  const add = async (path: string, accept = true) => {
    const added = await registry.add({ path, configFile: null, accept });
    if (!added.ok) throw new Error(added.error.message);
    return added;
  };
  return { home, store, registry, add, reopened: open };
}

test("a repository is one project, from whichever folder and however often it is added", async () => {
  const { registry, add } = aRegistry();
  const path = aRepository();
  mkdirSync(join(path, "deep"));
  const [first, second] = await Promise.all([add(path), add(join(path, "deep"))]);
  expect([first.isNew, second.isNew]).toEqual([true, false]);
  expect(first.wrote).toBe(join(path, FILE));
  expect(registry.all().map(({ id, path: at }) => [id, at])).toEqual([["app", path]]);
});

test("folders of one name get ids of their own; a name in the file goes before that of the folder", async () => {
  const { add } = aRegistry();
  const named = aRepository({ files: { [FILE]: "projects: { shop: { sessionPrefix: s } }\n" } });
  const ids = [await add(aRepository()), await add(aRepository()), await add(named)].map(({ project }) => project.id);
  expect(ids).toEqual(["app", "app-2", "shop"]);
});

test("a file that is there is left as it is, and a broken one is refused with its line", async () => {
  const { registry, add } = aRegistry();
  const text = "autonomy: observe # mine\n";
  const path = aRepository({ files: { [FILE]: text } });
  expect(await add(path)).toMatchObject({ wrote: null, project: { rules: { autonomy: "observe" }, waiting: null } });
  expect(readFileSync(join(path, FILE), "utf8")).toBe(text);
  const broken = aRepository({ files: { [FILE]: "autonmy: land\n" } });
  expect(await registry.add({ path: broken, configFile: null, accept: true })).toMatchObject({
    ok: false,
    error: { code: "bad_config", message: expect.stringContaining("line 1") },
  });
});

test("a bare repository keeps its settings in the home", async () => {
  const { home, add } = aRegistry();
  const bare = join(aRepository(), "..", "shop.git");
  git(home, "clone", "--quiet", "--bare", join(bare, "..", "app"), bare);
  expect((await add(bare)).wrote).toBe(join(home, "shop", FILE));
  expect(existsSync(join(bare, FILE))).toBe(false);
});

test("settings that nobody accepted do not hold; accepted ones hold after a restart, and so they do once the file is gone", async () => {
  const { registry, add, reopened } = aRegistry();
  const path = aRepository({ files: { [FILE]: "autonomy: observe\n" } });
  const { project } = await add(path, false);
  expect(project.waiting?.lines).toContain("autonomy: observe");
  expect(registry.isOpen(project.id)).toBe(false);
  expect((await add(path)).project).toMatchObject({ waiting: null, rules: { autonomy: "observe" } });
  writeFileSync(join(path, FILE), "autonmy: land\n");
  const next = reopened();
  await next.restore();
  expect(next.get("app")).toMatchObject({ rules: { autonomy: "observe" }, problems: [{ severity: "error" }] });
});

test("what a person commits holds, what git brings waits, and the next thing git does is watched for", async () => {
  const { registry, add } = aRegistry();
  const path = aRepository({ files: { [FILE]: "autonomy: observe\n" } });
  await add(path);
  const commit = (folder: string, text: string): void => {
    writeFileSync(join(folder, FILE), text);
    git(folder, "commit", "--quiet", "--all", "-m", "Settings");
  };
  commit(path, "autonomy: observe\nprojects: { app: { setup: [npm ci] } }\n");
  await registry.reload();
  expect(registry.get("app")).toMatchObject({ waiting: null, settings: { setup: ["npm ci"] } });
  const workspace = join(path, "..", "workspace");
  git(path, "worktree", "add", "--quiet", "-b", "agent/fix", workspace);
  commit(workspace, "autonomy: observe\nprojects: { app: { setup: [evil] } }\n");
  git(path, "merge", "--quiet", "--ff-only", "agent/fix");
  await registry.reload();
  expect(registry.get("app")).toMatchObject({
    waiting: { lines: ["setup: evil (instead of npm ci)"] },
    settings: { setup: ["npm ci"] },
  });
  expect(registry.files()).toContain(join(path, ".git/logs/HEAD"));
  // Another line of the person's own accepts nothing of it.
  commit(path, "autonomy: propose\nprojects: { app: { setup: [evil] } }\n");
  await registry.reload();
  expect(registry.get("app")?.waiting?.lines).toEqual([
    "setup: evil (instead of npm ci)",
    "autonomy: propose (instead of observe)",
  ]);
  const { project, accepted } = await add(path);
  expect(project).toMatchObject({ waiting: null, settings: { setup: ["evil"] } });
  expect(accepted).toEqual(["setup: evil (instead of npm ci)", "autonomy: propose (instead of observe)"]);
  expect((await add(path)).accepted).toEqual([]);
});

test("what was accepted as the daemon came up is told to the next who adds the project, once", async () => {
  const { registry, add } = aRegistry();
  const path = aRepository({ files: { [FILE]: "autonomy: observe\n" } });
  expect((await add(path)).accepted).toEqual([]);
  git(path, "checkout", "--quiet", "-b", "agent/fix");
  writeFileSync(join(path, FILE), "autonomy: land\n");
  git(path, "commit", "--quiet", "--all", "-m", "Settings");
  git(path, "checkout", "--quiet", "main");
  git(path, "merge", "--quiet", "--ff-only", "agent/fix");
  await registry.addAtBoot({ path, configFile: null, accept: true });
  expect((await add(path)).accepted).toContain("autonomy: land (instead of observe)");
  expect((await add(path)).accepted).toEqual([]);
});

const ended = { kind: "ended", because: "stopped", rescueRef: null, atMs: 1 } as const;
const stop = { stopSessions: true };

test("what is removed is forgotten, comes back under its id, and is not removed under live sessions unasked", async () => {
  const { registry, store, add, reopened } = aRegistry();
  const path = aRepository();
  await add(path);
  store.sessions.save(aSession({ project: projectId("app") }), { wants: null, dueMs: null });
  expect(await registry.remove("app", { stopSessions: false })).toMatchObject({
    ok: false,
    error: { code: "in_use", try: "ao remove-project app --yes" },
  });
  store.sessions.save(aSession({ project: projectId("app"), phase: ended }), { wants: null, dueMs: null });
  expect(await registry.remove("app", { stopSessions: false })).toMatchObject({ ok: true, ending: [] });
  expect(registry.all()).toEqual([]);
  const next = reopened();
  await next.restore();
  expect(next.all()).toEqual([]);
  expect(await registry.remove("app", stop)).toMatchObject({ ok: false, error: { code: "not_found" } });
  expect(await add(path)).toMatchObject({ isNew: true, project: { id: "app" } });
});

test("a removed project keeps its plugins until its sessions have ended, also over a restart, and starts nothing", async () => {
  const { registry, store, add, reopened } = aRegistry();
  const path = aRepository();
  const app = projectId("app");
  await add(path);
  const live = aSession({ project: app });
  store.sessions.save(live, { wants: null, dueMs: null });
  expect(await registry.remove("app", stop)).toMatchObject({ ok: true, ending: [live.id] });
  const next = reopened();
  await next.restore();
  for (const one of [registry, next]) {
    expect([one.all(), one.get("app"), one.configs(), one.leaving()]).toEqual([[], undefined, [], [app]]);
    expect(one.isOpen(app)).toBe(true);
    expect(one.loaded(app)?.rules).toMatchObject({ autonomy: "observe", autoAssign: false });
    await one.unload(app);
    await one.reload();
    expect(one.leaving()).toEqual([app]);
  }
  store.sessions.save({ ...live, phase: ended }, { wants: null, dueMs: null });
  await next.unload(app);
  expect([next.isOpen(app), next.loaded(app)]).toEqual([false, undefined]);
  expect(await add(path)).toMatchObject({ isNew: true });
  expect([registry.leaving(), registry.get("app")?.rules.autoAssign]).toEqual([[], true]);
});

test("a project's own words are read from its files, and a change of those is for a person", async () => {
  const { registry, add } = aRegistry();
  const prompts = "projects: { app: { prompts: { ci-failed: words/ci.md, restore: /elsewhere/restore.md } } }\n";
  const path = aRepository({ files: { [FILE]: prompts, "words/ci.md": "Red: {{errors}}\n" } });
  const { project } = await add(path);
  expect(project.rules.prompts).toEqual({ "ci-failed": "Red: {{errors}}" });
  expect(project.rules.policy.protectedPaths.filter((one) => one.endsWith(".md"))).toEqual(["words/ci.md"]);
  expect(project.problems).toMatchObject([{ severity: "error", line: 1 }]);
  expect(registry.files()).toEqual([join(path, FILE), join(path, "words/ci.md"), "/elsewhere/restore.md"]);
  writeFileSync(join(path, "words/ci.md"), "Broken: {{errors}}\n");
  await registry.reload();
  expect(registry.get("app")?.rules.prompts).toEqual({ "ci-failed": "Broken: {{errors}}" });
});
