import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { write } from "../../../test/fixtures/git-repository.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { load } from "../load.ts";
import { detect } from "./detect.ts";
import { writeFirstConfig } from "./first-config.ts";
import { parseOrigin } from "./origin.ts";
import { findFreeId, deriveProjectId } from "./project-id.ts";

function aPath(...programs: readonly string[]): string {
  const folder = join(aFolder(), "bin");
  mkdirSync(folder);
  for (const name of programs) {
    writeFileSync(join(folder, name), "#!/bin/sh\n");
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

function written(files: Readonly<Record<string, string>>, ...programs: readonly string[]): string {
  const folder = aFolder();
  write(folder, files);
  return writeFirstConfig({
    project: "app",
    defaultBranch: "main",
    detected: detect(folder, { PATH: aPath(...programs) }),
    origin: null,
  });
}

const checksIn = (text: string): unknown => {
  const loaded = load({ file: "agent-orchestrator.yaml", text, env: {} });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const checks = loaded.config.settings.projects?.["app"]?.checks ?? {};
  return Object.fromEntries(Object.entries(checks).map(([name, { command }]) => [name, command]));
};

test("a Node project with two agents installed", () => {
  const files = {
    "package.json": JSON.stringify({ scripts: { test: "vitest", lint: "eslint ." }, devDependencies: { vitest: "1" } }),
    "package-lock.json": "{}",
  };
  expect(written(files, "codex", "claude")).toMatchInlineSnapshot(`
    "# Settings of Agent Orchestrator. Every key is optional: \`ao config-help\` explains them all.
    $schema: https://unpkg.com/agent-orchestrator/schema/config.schema.json

    defaults:
      agent: claude-code         # installed here, as are codex
      # runtime: auto            # tmux if it is installed, else process
      # autonomy: fix            # observe, propose, fix (agents repair what breaks, you land) or land

    projects:
      app:
        defaultBranch: main
        setup: [npm ci]          # once in each new workspace (from package-lock.json)
        setupKey: [package-lock.json]
        cache: [node_modules]
        checks:
          test: npm test         # package.json
          lint: npm run lint     # package.json
        # copy: [.env]           # files that git ignores and every workspace needs
        # agentRules: "Run the tests before you finish."

    # orchestrator:
    #   auto_assign: true        # agents start on open issues; false: you choose which
    #   max_parallel_agents: 5
    "
  `);
});

test("an empty repository on a machine without an agent", () => {
  expect(written({})).toMatchInlineSnapshot(`
    "# Settings of Agent Orchestrator. Every key is optional: \`ao config-help\` explains them all.
    $schema: https://unpkg.com/agent-orchestrator/schema/config.schema.json

    defaults:
      # No coding agent was found on this machine. Install one of
      #   claude-code, codex, opencode, gemini, aider, cursor, copilot, kimi
      # or let a program of yours do the work: it gets the task on stdin and commits on its branch.
      # agent: command
      # agentConfig: { command: [./my-agent.sh] }
      # runtime: auto            # tmux if it is installed, else process
      # autonomy: fix            # observe, propose, fix (agents repair what breaks, you land) or land

    projects:
      app:
        defaultBranch: main
        # setup: [npm ci]        # runs once in each new workspace
        # checks: { test: npm test }   # no test command was found; it decides what may land
        # copy: [.env]           # files that git ignores and every workspace needs
        # agentRules: "Run the tests before you finish."

    # orchestrator:
    #   auto_assign: true        # agents start on open issues; false: you choose which
    #   max_parallel_agents: 5
    "
  `);
});

test("a repository with several languages and more commands than are chosen", () => {
  const files = {
    "package.json": JSON.stringify({ scripts: { test: "vitest" }, devDependencies: { vitest: "1" } }),
    "pyproject.toml": '[project]\nname = "a"\n[project.optional-dependencies]\ntest = ["pytest"]\n',
    "tox.ini": "[tox]\n",
    ".github/workflows/ci.yml": "on: push\njobs:\n  a:\n    steps:\n      - run: npm run e2e\n",
  };
  const text = written(files, "npm", "python3");
  expect(text.slice(text.indexOf("projects:"))).toMatchInlineSnapshot(`
    "projects:
      app:
        defaultBranch: main
        setup:                   # once in each new workspace (from package.json, no lockfile; pyproject.toml)
          - npm install --no-package-lock
          - python3 -m venv .venv
          - .venv/bin/python -m pip install -e .[test]
        setupKey: [package.json, pyproject.toml]
        cache: [node_modules, .venv]
        checks:
          test-node: npm test    # package.json
          test-python: .venv/bin/python -m pytest # pyproject.toml
          # tox: tox run         # tox.ini
          # e2e: npm run e2e     # .github/workflows/ci.yml
        # copy: [.env]           # files that git ignores and every workspace needs
        # agentRules: "Run the tests before you finish."

    # orchestrator:
    #   auto_assign: true        # agents start on open issues; false: you choose which
    #   max_parallel_agents: 5
    "
  `);
  expect(checksIn(text)).toEqual({ "test-node": "npm test", "test-python": ".venv/bin/python -m pytest" });
});

test("commands that could be checks are comments, also where no check was found", () => {
  const text = written({ "noxfile.py": "" });
  expect(text).toContain("    # checks:                # no test command was found; uncomment");
  expect(text).toContain("      # nox: nox             # noxfile.py");
  expect(checksIn(text)).toEqual({});
});

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ["Go", { "go.mod": "" }],
  ["Python", { "pyproject.toml": "[tool.ruff]\n" }],
  ["Make", { Makefile: "all:\n" }],
  ["Maven", { "pom.xml": "<modules>" }],
])("nothing of npm is proposed to a project in %s", (_, files) => {
  expect(written(files)).not.toContain("npm");
});

/** Whatever a repository holds, what is written of it is read back without a warning. */
test.each<readonly [string, Readonly<Record<string, string>>]>([
  ["names that YAML has a meaning for", { "A: {b}, [c] #d.sln": "", "B.sln": "" }],
  [
    "a group with brackets",
    { "pyproject.toml": '[project]\nname = "a"\n[project.optional-dependencies]\n"t" = ["pytest"]\n' },
  ],
])("%s: the file is valid", (_, files) => {
  const loaded = load({ file: "agent-orchestrator.yaml", text: written(files), env: {} });
  expect(loaded).toMatchObject({ ok: true, warnings: [] });
});

test("where rustup says so, a component of Cargo that is not installed is no check", () => {
  const home = aFolder();
  const bin = aPath("rustup", "cargo", "cargo-clippy", "cargo-fmt");
  const toolchain = join(home, ".rustup/toolchains/stable-x86_64/bin");
  write(home, { ".rustup/settings.toml": 'default_toolchain = "stable-x86_64"\n' });
  mkdirSync(toolchain, { recursive: true });
  writeFileSync(join(toolchain, "cargo-fmt"), "");
  const folder = aFolder();
  const namesFor = (files: Readonly<Record<string, string>>) => {
    write(folder, files);
    return detect(folder, { PATH: bin, HOME: home }).checks.map(({ name }) => name);
  };
  expect(namesFor({ "Cargo.toml": "" })).toEqual(["test", "format"]);
  expect(namesFor({ "rust-toolchain.toml": '[toolchain]\nchannel = "1.80"\n' })).toEqual(["test"]);
});

describe("a repository whose origin is on a forge", () => {
  const linesFor = (url: string, hasToken: boolean): readonly string[] => {
    const [folder, origin] = [aFolder(), parseOrigin(url)];
    if (origin === null) throw new Error(`${url} is no origin`);
    const detected = detect(folder, { PATH: aPath() });
    const text = writeFirstConfig({ project: "app", defaultBranch: "main", detected, origin: { ...origin, hasToken } });
    expect(load({ file: "agent-orchestrator.yaml", text, env: {} })).toMatchObject({ ok: true, warnings: [] });
    return text.split("\n").filter((line) => /repo:|auto_assign/.test(line));
  };

  test("is used with a token, and agents start on what a person chooses", () => {
    expect(linesFor("git@github.com:acme/widgets.git", true)).toEqual([
      "    repo: acme/widgets       # issues and pull requests on GitHub; without this line: the local forge",
      "#   auto_assign: false       # true: agents start on every open issue on GitHub",
    ]);
  });

  test("is named without a token, with what is missing", () => {
    expect(linesFor("https://gitlab.com/acme/widgets", false)).toEqual([
      "    # repo: https://gitlab.com/acme/widgets # issues and merge requests on GitLab: needs GITLAB_TOKEN. Now: the local forge",
      "#   auto_assign: true        # agents start on open issues; false: you choose which",
    ]);
  });
});

test.each([
  ["npm", { "package.json": '{"scripts":{"test":"node --test"}}' }, { test: "npm test" }],
  ["pnpm", { "package.json": '{"scripts":{"test":"x"}}', "pnpm-lock.yaml": "" }, { test: "pnpm test" }],
  ["npm's own placeholder", { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\""}}' }, {}],
  ["a broken package.json", { "package.json": "{" }, {}],
  ["Cargo", { "Cargo.toml": "" }, { test: "cargo test" }],
  ["Go", { "go.mod": "" }, { test: "go test ./...", lint: "go vet ./..." }],
  [
    "Python",
    { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n" },
    { test: "python3 -m pytest", lint: "ruff check ." },
  ],
  ["make", { Makefile: "test: all\n\t./run\nlint:=x\n" }, { test: "make test" }],
  ["make beside a package without tests", { "package.json": "{}", Makefile: "test:\n" }, { test: "make test" }],
])("%s: what was found is valid, and says %o", (_, files, checks) => {
  expect(checksIn(written(files))).toEqual(checks);
});

test.each([
  ["/code/my-app", "my-app"],
  ["/code/My App (2)", "My-App-2"],
  ["/code/app.git", "app"],
  ["/code/Café", "Cafe"],
  ["/code/päth", "path"],
  ["/code/...", "project"],
  ["/code/日本", "project"],
])("the folder %s gives the id %s", (path, id) => {
  expect(deriveProjectId(path)).toBe(id);
});

test("an id that is taken gets a number", () => {
  expect(findFreeId("app", (id) => id === "app" || id === "app-2")).toBe("app-3");
});
