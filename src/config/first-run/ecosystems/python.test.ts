import { expect, test } from "vitest";
import { detectFiles, type Files } from "../../testing/ecosystems.ts";

const CLICK = `
[project]
name = "click"
requires-python = ">=3.10"
[dependency-groups]
dev = ["ruff", "tox", "tox-uv"]
tests = ["pytest", "pytest-randomly"]
[tool.uv]
default-groups = ["dev", "tests"]
[tool.pytest.ini_options]
testpaths = ["tests"]
[tool.ruff]
src = ["src"]
`;

test("uv: a library with groups and a source folder", () => {
  const files = { "pyproject.toml": CLICK, "uv.lock": "version = 1", "src/click/__init__.py": "", "tox.ini": "[tox]" };
  expect(detectFiles(files)).toEqual({
    setup: ["uv sync --locked"],
    key: ["pyproject.toml", "uv.lock"],
    cache: [".venv"],
    checks: { test: "uv run pytest", lint: "uv run ruff check ." },
    offered: { tox: "tox run" },
  });
});

const pip = ".venv/bin/python -m pip install";
const [pytest, ruff] = [".venv/bin/python -m pytest", ".venv/bin/python -m ruff check ."];

type Wanted = { readonly setup: readonly string[]; readonly checks: Readonly<Record<string, string>> };

test.each<readonly [string, Files, Wanted]>([
  [
    "uv asks for groups and extras that are not usual",
    {
      "uv.lock": "",
      "pyproject.toml":
        '[project]\nname = "a"\n[project.optional-dependencies]\nlint = ["ruff>=0.9"]\n[dependency-groups]\nci = ["pytest"]\n',
    },
    {
      setup: ["uv sync --locked --group ci --extra lint"],
      checks: { test: "uv run pytest", lint: "uv run ruff check ." },
    },
  ],
  [
    "uv brings a tool that is only configured",
    { "uv.lock": "", "pyproject.toml": '[project]\nname = "a"\n[tool.ruff]\n[tool.ruff.format]\n' },
    {
      setup: ["uv sync --locked"],
      checks: { lint: "uv run --with ruff ruff check .", format: "uv run --with ruff ruff format --check ." },
    },
  ],
  [
    "Poetry",
    {
      "poetry.lock": "",
      "pyproject.toml":
        '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\npython = "^3.11"\n[tool.poetry.group.test]\noptional = true\n[tool.poetry.group.test.dependencies]\npytest = "^8"\n[tool.poetry.group.dev.dependencies]\nruff = "*"\n[tool.black]\n',
    },
    {
      setup: ["env POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --with test"],
      checks: { test: "poetry run pytest", lint: "poetry run ruff check ." },
    },
  ],
  [
    "PDM",
    { "pdm.lock": "", "pyproject.toml": '[project]\nname = "a"\n[dependency-groups]\ntest = ["pytest"]\n' },
    { setup: ["pdm install --frozen-lockfile --group :all"], checks: { test: "pdm run pytest" } },
  ],
  [
    "pip: a package with an extra for its tests",
    {
      "src/a/__init__.py": "",
      "pyproject.toml":
        '[project]\nname = "a"\ndependencies = ["requests"]\n[project.optional-dependencies]\ndev = ["pytest"]\ntest = [\n  "pytest>=8", # runs them\n  "ruff",\n]\n',
    },
    {
      setup: ["python3 -m venv .venv", `${pip} -e .[test]`],
      checks: { test: pytest, lint: ruff },
    },
  ],
  [
    "pip: a package with groups",
    {
      "pyproject.toml":
        '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "a"\n[dependency-groups]\ntest = ["pytest"]\ndev = [{ include-group = "test" }, "ruff"]\n',
    },
    {
      setup: ["python3 -m venv .venv", `${pip} --upgrade pip`, `${pip} -e . --group test --group dev`],
      checks: { test: pytest, lint: ruff },
    },
  ],
  [
    "pip: setup.py, and requirements of the tests",
    {
      "setup.py": "",
      "setup.cfg": "[tool:pytest]\naddopts = -q\n",
      "requirements-dev.txt": "-r requirements.txt\npytest-cov\nPyTest>=7\n",
      "requirements.txt": "requests\n",
      ".flake8": "[flake8]\n",
    },
    {
      setup: ["python3 -m venv .venv", `${pip} -e . -r requirements.txt -r requirements-dev.txt flake8`],
      checks: { test: pytest, lint: ".venv/bin/python -m flake8" },
    },
  ],
  [
    "pip: an application that is not installed, with a source folder",
    { "requirements.txt": "flask\npytest\n", "src/app.py": "", "tests/conftest.py": "" },
    {
      setup: ["python3 -m venv .venv", `${pip} -r requirements.txt`],
      checks: { test: `env PYTHONPATH=src ${pytest}` },
    },
  ],
  [
    "settings of tools alone install nothing",
    { "pyproject.toml": "[tool.pytest.ini_options]\n[tool.ruff]\n", "src/app.py": "" },
    { setup: [], checks: { test: "env PYTHONPATH=src python3 -m pytest", lint: "ruff check ." } },
  ],
  [
    "mypy that knows what to look at",
    {
      "pyproject.toml":
        '[project]\nname = "a"\n[project.optional-dependencies]\ndev = ["mypy", "pytest"]\n[tool.mypy]\nfiles = ["src"]\n',
    },
    {
      setup: ["python3 -m venv .venv", `${pip} -e .[dev]`],
      checks: { test: pytest, typecheck: ".venv/bin/python -m mypy" },
    },
  ],
  ["a list of requirements without a test", { "requirements.txt": "mkdocs\n" }, { setup: [], checks: {} }],
  ["a pyproject.toml that is none", { "pyproject.toml": "[project\n" }, { setup: [], checks: {} }],
])("%s", (_, files, wanted) => {
  const found = detectFiles(files);
  expect(found).toEqual({ ...found, ...wanted });
});

test("tox and nox are named and not chosen", () => {
  const files = { "tox.ini": "[tox]\n[pytest]\n", "noxfile.py": "", "setup.py": "" };
  expect(detectFiles(files)).toMatchObject({ checks: { test: pytest }, offered: { tox: "tox run", nox: "nox" } });
});
