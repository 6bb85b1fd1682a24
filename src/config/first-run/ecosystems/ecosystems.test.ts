import { describe, expect, test } from "vitest";
import { detectFiles, type Files } from "../../testing/ecosystems.ts";

type Wanted = Partial<ReturnType<typeof detectFiles>>;
const gem = "env BUNDLE_PATH=vendor/bundle bundle";

test.each<readonly [string, Files, Wanted]>([
  [
    "Go",
    { "go.mod": "module a\ngo 1.22\nrequire b v1.0.0\n", "go.sum": "b v1.0.0 h1:x=\n", "a.go": "" },
    {
      setup: ["go mod download"],
      key: ["go.mod", "go.sum"],
      cache: [],
      checks: { test: "go test ./...", lint: "go vet ./..." },
    },
  ],
  ["Go without dependencies", { "go.mod": "module a\n" }, { setup: [] }],
  ["Go with its dependencies beside it", { "go.mod": "", "go.sum": "", "vendor/modules.txt": "" }, { setup: [] }],
  [
    "Go with a workspace",
    { "go.work": "go 1.22\nuse (\n\t.\n\t./tools // generators\n)\nuse ./cmd/x\n", "go.mod": "", ".golangci.yml": "" },
    {
      checks: { test: "go test ./... ./tools/... ./cmd/x/...", lint: "go vet ./... ./tools/... ./cmd/x/..." },
      offered: { "golangci-lint": "golangci-lint run" },
    },
  ],
  [
    "Cargo",
    { "Cargo.toml": '[package]\nname = "fd"\n', "Cargo.lock": "", "src/main.rs": "" },
    {
      setup: ["cargo fetch --locked"],
      key: ["Cargo.lock"],
      cache: ["target"],
      checks: { test: "cargo test", lint: "cargo clippy --all-targets", format: "cargo fmt --all --check" },
    },
  ],
  [
    "Cargo with a workspace and a crate at its root, without a lockfile",
    { "Cargo.toml": '[workspace]\nmembers = ["b"]\n[package]\nname = "a"\n' },
    {
      setup: ["cargo fetch"],
      key: ["Cargo.toml"],
      checks: expect.objectContaining({ test: "cargo test --workspace" }),
    },
  ],
  [
    "Gradle with its wrapper",
    { "build.gradle.kts": "", gradlew: "", "gradle/wrapper/gradle-wrapper.properties": "" },
    {
      setup: ["./gradlew --no-daemon help"],
      key: ["build.gradle.kts", "gradle/wrapper/gradle-wrapper.properties"],
      cache: [".gradle"],
      checks: { test: "./gradlew --no-daemon test" },
    },
  ],
  ["Gradle without", { "settings.gradle": "" }, { checks: { test: "gradle --no-daemon test" } }],
  [
    "Maven with its wrapper",
    { "pom.xml": "<project/>", mvnw: "" },
    {
      setup: ["./mvnw --batch-mode dependency:go-offline"],
      cache: [],
      checks: { test: "./mvnw --batch-mode test" },
    },
  ],
  [
    "Maven with several modules",
    { "pom.xml": "<project><modules><module>a</module></modules></project>" },
    { setup: [], checks: { test: "mvn --batch-mode test" } },
  ],
  [
    "Bundler with RSpec and RuboCop",
    { Gemfile: 'gem "rspec"\ngem "rubocop"\n', "Gemfile.lock": "", "spec/a_spec.rb": "", ".rubocop.yml": "" },
    {
      setup: [`${gem} install`],
      key: ["Gemfile", "Gemfile.lock"],
      cache: ["vendor/bundle"],
      checks: { test: `${gem} exec rspec`, lint: `${gem} exec rubocop` },
    },
  ],
  [
    "Bundler with Rake",
    { Gemfile: "gemspec\n", "a.gemspec": "", Rakefile: "Rake::TestTask.new\n" },
    { checks: { test: `${gem} exec rake test` } },
  ],
  [
    "Rails",
    { Gemfile: 'gem "rails"\n', "bin/rails": "", "test/a_test.rb": "" },
    { checks: { test: `${gem} exec rails test` } },
  ],
  [
    ".NET",
    { "App.sln": "", "src/App/App.csproj": "", "packages.lock.json": "" },
    {
      setup: ["dotnet restore --locked-mode"],
      key: ["App.sln", "packages.lock.json"],
      checks: { test: "dotnet test" },
    },
  ],
  [
    "Composer with scripts",
    {
      "composer.json": JSON.stringify({
        scripts: {
          test: ["@putenv APP_ENV=test", "phpunit"],
          lint: "phpcs",
          "post-install-cmd": "x",
          serve: "php -S a:1",
        },
        "require-dev": { "phpunit/phpunit": "^11", "phpstan/phpstan": "^2" },
      }),
      "composer.lock": "{}",
      "phpstan.neon.dist": "",
    },
    {
      setup: ["composer install --no-interaction --no-progress"],
      key: ["composer.json", "composer.lock"],
      cache: ["vendor"],
      checks: {
        test: "composer run-script --timeout=0 test",
        lint: "composer run-script --timeout=0 lint",
        typecheck: "vendor/bin/phpstan analyse --no-progress",
      },
    },
  ],
  [
    "Composer without scripts",
    {
      "composer.json":
        '{"require-dev":{"pestphp/pest":"^3","squizlabs/php_codesniffer":"^3","friendsofphp/php-cs-fixer":"^3"}}',
      "phpcs.xml": "",
      ".php-cs-fixer.dist.php": "",
    },
    {
      key: ["composer.json"],
      checks: {
        test: "vendor/bin/pest",
        lint: "vendor/bin/phpcs",
        format: "vendor/bin/php-cs-fixer fix --dry-run --diff",
      },
    },
  ],
  ["Composer without tests", { "composer.json": '{"config":{"vendor-dir":"lib/php"}}' }, { checks: {} }],
  [
    "Composer with its packages in another folder",
    { "composer.json": '{"config":{"vendor-dir":"lib/php"},"require-dev":{"phpunit/phpunit":"*"}}' },
    { cache: ["lib/php"], checks: { test: "lib/php/bin/phpunit" } },
  ],
  [
    "CMake with tests",
    { "CMakeLists.txt": "cmake_minimum_required(VERSION 3.16)\nproject(a C)\ninclude(CTest)\n", "a.c": "" },
    {
      setup: [],
      checks: {
        test: 'ctest --build-and-test . build --build-generator "Unix Makefiles" --test-command ctest --output-on-failure',
      },
    },
  ],
  ["CMake without tests", { "CMakeLists.txt": "project(a C)\n# enable_testing()\n" }, { checks: {}, setup: [] }],
  [".NET with several solutions", { "A.sln": "", "B b.sln": "" }, { checks: { test: 'dotnet test "A.sln"' } }],
  [
    "Deno",
    {
      "deno.jsonc": '{\n\t// the tasks\n\t"tasks": { "dev": "deno run --watch main.ts", "test": "deno test -A", },\n}',
      "deno.lock": "{}",
    },
    {
      setup: ["deno install --frozen"],
      checks: { test: "deno task test", lint: "deno lint" },
      offered: { format: "deno fmt --check" },
    },
  ],
  [
    "Deno without tasks",
    { "deno.json": "{}", "src/a_test.ts": "" },
    { checks: { test: "deno test --allow-all", lint: "deno lint" } },
  ],
  ["Deno without tests", { "deno.json": "{}", "src/a.ts": "" }, { checks: { lint: "deno lint" } }],
  [
    "Make",
    { Makefile: ".PHONY: test\ntest lint: build\n\t./run\ncheck := x\n" },
    { checks: { test: "make test", lint: "make lint" } },
  ],
  ["Make with check alone", { Makefile: "check:\n\t./run\n" }, { checks: { check: "make check" } }],
  [
    "just",
    { justfile: "set shell := ['sh']\n@test:\n  ./run\nlint name:\n  x {{name}}\nfmt-check: build\n" },
    { checks: { test: "just test", format: "just fmt-check" } },
  ],
  [
    "Task",
    { "Taskfile.yml": "version: 3\ntasks:\n  test: { cmds: [./run] }\n  dev: x\n" },
    { checks: { test: "task test" } },
  ],
])("%s", (_, files, wanted) => {
  const found = detectFiles(files);
  expect(found).toEqual({ ...found, ...wanted });
});

test("components of Cargo that are not installed are no checks", () => {
  const files = { "Cargo.toml": "", "Cargo.lock": "" };
  expect(detectFiles(files, ["cargo-clippy", "cargo-fmt"]).checks).toEqual({ test: "cargo test" });
});

describe("several languages in one repository", () => {
  const files = {
    "package.json": '{"scripts":{"test":"vitest run","lint":"eslint ."},"devDependencies":{"vitest":"4"}}',
    "package-lock.json": "{}",
    "go.mod": "module a\n",
    "go.sum": "",
    "pyproject.toml": '[project]\nname = "a"\n[project.optional-dependencies]\ntest = ["pytest"]\n',
    Makefile: "test:\nlint:\ntypecheck:\n",
  };

  test("each has its own checks, told apart where their names meet; a runner fills in what is missing", () => {
    expect(detectFiles(files)).toEqual({
      checks: {
        "test-node": "npm test",
        "lint-node": "npm run lint",
        "test-go": "go test ./...",
        "lint-go": "go vet ./...",
        "test-python": ".venv/bin/python -m pytest",
        typecheck: "make typecheck",
      },
      setup: [
        ...["npm ci", "go mod download"],
        ...["python3 -m venv .venv", ".venv/bin/python -m pip install -e .[test]"],
      ],
      key: ["package-lock.json", "go.mod", "go.sum", "pyproject.toml"],
      cache: ["node_modules", ".venv"],
      offered: {},
    });
  });

  test("one whose program is missing is only offered", () => {
    const { "pyproject.toml": _, Makefile: __, ...two } = files;
    expect(detectFiles(two, ["go"])).toMatchObject({
      checks: { test: "npm test", lint: "npm run lint" },
      setup: ["npm ci"],
      offered: { "test-go": "go test ./...", "lint-go": "go vet ./..." },
    });
  });

  test("one that is not checked is not set up", () => {
    const phone = { "package.json": files["package.json"], "package-lock.json": "{}", Gemfile: 'gem "cocoapods"\n' };
    expect(detectFiles(phone).setup).toEqual(["npm ci"]);
  });

  test("what Plug'n'Play lays beside the sources is made each time", () => {
    const yarn = { ...files, "yarn.lock": "__metadata:\n" };
    const { "package-lock.json": _, ...rest } = yarn;
    expect(detectFiles(rest).cache).toEqual([]);
  });
});
