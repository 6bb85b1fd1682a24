/** One file names several projects: it is obeyed for them wherever they are, and nothing is written into them. */
import { existsSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { Ao } from "../fixtures/ao-cli.ts";
import { aRepository, git } from "../fixtures/git-repository.ts";

const FILE = "agent-orchestrator.yaml";

const settings = (paths: Readonly<Record<string, string>>): string => `
defaults: { agent: command, agentConfig: { command: ["true"] }, runtime: process, autonomy: propose }
projects:
  frontend:
    path: ${paths["frontend"]}
    repo: acme/frontend
    defaultBranch: develop
    sessionPrefix: fe
  backend:
    path: ${paths["backend"]}
    sessionPrefix: be
  gone:
    path: ./not-cloned-yet
`;

function aCentralFile() {
  const home = realpathSync(aFolder());
  const [work, folder] = [join(home, "work"), join(home, "fleet")];
  for (const path of [work, folder]) mkdirSync(path);
  const frontend = aRepository({ folder: work, name: "frontend" });
  const backend = aRepository({ folder: work, name: "backend" });
  git(frontend, "branch", "develop");
  writeFileSync(join(folder, FILE), settings({ frontend: "~/work/frontend", backend }));
  return { folder, frontend, backend, ao: new Ao(undefined, { HOME: home }) };
}

test("`ao start` beside it adds the projects with its settings, and leaves the repositories as they are", async () => {
  const { folder, frontend, backend, ao } = aCentralFile();
  const started = await ao.run(folder, "start", "--no-open", "--port", "0", "--json");
  expect(started.code, started.stderr).toBe(0);
  expect(started.stderr).toContain(`${join(folder, "not-cloned-yet")} does not exist; this project was not added`);
  const { projects } = JSON.parse(started.stdout) as { readonly projects: readonly Record<string, unknown>[] };
  const fromFile = { configFile: join(folder, FILE), wrote: null, autonomy: "propose", runtime: "process" };
  expect(projects).toMatchObject([
    { id: "frontend", path: frontend, defaultBranch: "develop", scm: "github", tracker: "github", ...fromFile },
    { id: "backend", path: backend, defaultBranch: "main", scm: "local", tracker: "local", ...fromFile },
  ]);
  expect([frontend, backend].filter((path) => existsSync(join(path, FILE)))).toEqual([]);
  const made = await ao.run(backend, "new", "Fix it", "--json");
  expect(made.code, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({ id: "be-fix-it" });
  await ao.run(folder, "stop");
});

test("`ao start PATH` beside it obeys it as well", async () => {
  const { folder, backend, ao } = aCentralFile();
  const started = await ao.run(folder, "start", backend, "--no-open", "--port", "0", "--json");
  expect(started.code, started.stderr).toBe(0);
  expect(JSON.parse(started.stdout)).toMatchObject({ projects: [{ id: "backend", configFile: join(folder, FILE) }] });
  await ao.run(folder, "stop");
});

test("AO_CONFIG that names no file is refused, and no file is written", async () => {
  const repository = aRepository();
  const missing = join(aFolder(), "missing.yaml");
  const ao = new Ao(undefined, { AO_CONFIG: missing });
  const started = await ao.run(repository, "start", "--no-open", "--port", "0");
  expect(started).toMatchObject({ code: 2, stdout: "" });
  expect(started.stderr).toContain(`AO_CONFIG names ${missing}, which does not exist`);
  expect([missing, join(repository, FILE)].filter((path) => existsSync(path))).toEqual([]);
  expect(ao.place()).toBeNull();
});
