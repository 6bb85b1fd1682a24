import { describe, expect, test } from "vitest";
import { detectFiles, type Files } from "../../testing/ecosystems.ts";

const aPackage = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ scripts: { test: "vitest run", lint: "eslint ." }, devDependencies: { vitest: "4" }, ...more });

describe("the files that make set-up run again", () => {
  const packages = {
    "packages/a/package.json": "{}",
    "packages/b/package.json": "{}",
    "packages/old/package.json": "{}",
    "packages/README.md": "",
    "packages/a/node_modules/x/package.json": "{}",
    "apps/shop/web/package.json": "{}",
    "apps/.cache/package.json": "{}",
  };
  const all = ["packages/a/package.json", "packages/b/package.json", "packages/old/package.json"];

  test.each<readonly [string, Files, readonly string[]]>([
    ["no workspace", { "package.json": aPackage() }, ["package.json"]],
    ["npm workspaces", { "package.json": aPackage({ workspaces: ["packages/*"] }) }, ["package.json", ...all]],
    [
      "workspaces in a block",
      {
        "package.json": aPackage({ packageManager: "yarn@4.5.0", workspaces: { packages: ["./packages/a/", "none"] } }),
      },
      ["package.json", "packages/a/package.json"],
    ],
    [
      "Bun, at any depth, but some",
      {
        "package.json": aPackage({
          packageManager: "bun@1.2.0",
          workspaces: ["apps/**", "packages/*", "!**/old", "../up"],
        }),
      },
      ["package.json", "apps/shop/web/package.json", ...all.slice(0, 2)],
    ],
    [
      "pnpm, which reads a file of its own",
      { "package.json": aPackage({ workspaces: ["apps/**"] }), "pnpm-workspace.yaml": "packages: ['packages/*']\n" },
      ["package.json", "pnpm-workspace.yaml", ...all],
    ],
    [
      "a lockfile, which tells of all packages",
      { "package.json": aPackage({ workspaces: ["packages/*"] }), "package-lock.json": "{}" },
      ["package-lock.json"],
    ],
  ])("%s", (_, files, key) => {
    expect(detectFiles({ ...packages, ...files }).key).toEqual(key);
  });
});

describe("the set-up", () => {
  test.each<readonly [string, Files, readonly string[], readonly string[]]>([
    ["npm with a lockfile", { "package.json": aPackage(), "package-lock.json": "{}" }, ["npm ci"], ["node_modules"]],
    ["npm without one", { "package.json": aPackage() }, ["npm install --no-package-lock"], ["node_modules"]],
    [
      "npm that is told to use none",
      { "package.json": aPackage(), "package-lock.json": "{}", ".npmrc": "package-lock=false\n" },
      ["npm install --no-package-lock"],
      ["node_modules"],
    ],
    ["npm without dependencies", { "package.json": aPackage({ devDependencies: {} }) }, [], []],
    [
      "npm workspaces",
      { "package.json": aPackage({ devDependencies: {}, workspaces: ["packages/*"] }), "package-lock.json": "{}" },
      ["npm ci"],
      ["node_modules"],
    ],
    [
      "pnpm by its lockfile",
      { "package.json": aPackage(), "pnpm-lock.yaml": "", "pnpm-workspace.yaml": "packages: [packages/*]\n" },
      ["pnpm install --frozen-lockfile"],
      ["node_modules"],
    ],
    [
      "pnpm by packageManager alone",
      { "package.json": aPackage({ packageManager: "pnpm@9.1.0+sha512.aa" }) },
      ["pnpm install --no-lockfile"],
      ["node_modules"],
    ],
    [
      "packageManager decides between two lockfiles",
      { "package.json": aPackage({ packageManager: "yarn@1.22.22" }), "pnpm-lock.yaml": "", "yarn.lock": "" },
      ["yarn install --frozen-lockfile"],
      ["node_modules"],
    ],
    [
      "yarn 4 with node_modules",
      {
        "package.json": aPackage({ packageManager: "yarn@4.5.0" }),
        "yarn.lock": "",
        ".yarnrc.yml": "nodeLinker: node-modules\n",
      },
      ["yarn install --immutable"],
      ["node_modules"],
    ],
    [
      "yarn 4 with Plug'n'Play keeps nothing",
      { "package.json": aPackage(), "yarn.lock": "__metadata:\n  version: 8\n" },
      ["yarn install --immutable"],
      [],
    ],
    ["bun", { "package.json": aPackage(), "bun.lock": "" }, ["bun install --frozen-lockfile"], ["node_modules"]],
  ])("%s", (_, files, setup, cache) => {
    expect(detectFiles(files)).toMatchObject({ setup, cache });
  });

  test("goes through corepack where only that is installed", () => {
    const files = { "package.json": aPackage(), "pnpm-lock.yaml": "" };
    expect(detectFiles(files, ["pnpm"])).toMatchObject({
      setup: ["corepack pnpm install --frozen-lockfile"],
      checks: { test: "corepack pnpm test", lint: "corepack pnpm run lint" },
    });
    expect(detectFiles(files, ["pnpm", "corepack"]).setup).toEqual(["pnpm install --frozen-lockfile"]);
  });
});

describe("the scripts", () => {
  const chosen = (scripts: Readonly<Record<string, string>>) =>
    detectFiles({ "package.json": JSON.stringify({ scripts }) }).checks;

  test("one for each role", () => {
    expect(
      chosen({
        ...{ "test:unit": "jest", "test:e2e": "playwright test", lint: "eslint .", "type-check": "tsc --noEmit" },
        ...{
          build: "vite build",
          dev: "vite",
          start: "node .",
          "format:check": "prettier --check .",
          format: "prettier -w .",
        },
        ...{ check: "biome check .", prepare: "husky" },
      }),
    ).toEqual({
      test: "npm run test:unit",
      lint: "npm run lint",
      typecheck: "npm run type-check",
      format: "npm run format:check",
      check: "npm run check",
      build: "npm run build",
    });
  });

  test.each([
    ["a test that watches gives way", { test: "jest --watch", "test:ci": "jest --ci" }, { test: "npm run test:ci" }],
    ["a test that is told not to watch", { test: "ng test --watch=false" }, { test: "npm test" }],
    ["karma that stays open", { test: "karma start" }, {}],
    ["karma that runs once", { test: "karma start --single-run" }, { test: "npm test" }],
    ["a build that watches", { build: "tsc -w" }, {}],
    ["a build that serves", { build: "webpack serve" }, {}],
    ["vitest, which runs once where there is no terminal", { test: "vitest" }, { test: "npm test" }],
    ["npm's own placeholder", { test: 'echo "Error: no test specified" && exit 1' }, {}],
    [
      "a lint that fixes gives way",
      { lint: "eslint --fix .", "lint:check": "eslint ." },
      { lint: "npm run lint:check" },
    ],
    ["a lint that only fixes", { lint: "eslint --fix ." }, { lint: "npm run lint" }],
    ["a check that rewrites", { check: "biome check --write ." }, {}],
    [
      "a check that runs the others again",
      { lint: "eslint .", test: "ava", check: "npm run lint && npm test" },
      { test: "npm test", lint: "npm run lint" },
    ],
    ["a build that is the type check", { build: "tsc -b", typecheck: "tsc -b" }, { typecheck: "npm run typecheck" }],
  ])("%s: %o", (_, scripts, checks) => {
    expect(chosen(scripts)).toEqual(checks);
  });

  test("bun runs the script, and not its own test runner", () => {
    expect(detectFiles({ "package.json": aPackage(), "bun.lock": "" }).checks["test"]).toBe("bun run test");
  });
});
