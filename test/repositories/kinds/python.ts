/** Python: with uv and Poetry, whose tools come from the package index, and a source folder with what is installed. */
import type { NumberFiles, Place, RepositoryKind } from "../kind.ts";

const INDEX = "https://pypi.org/simple/pytest/";

const numbers: NumberFiles = ({ name, is, returns }) => ({
  [`src/counter/${name}.py`]: `def ${name}():\n    return ${returns}\n`,
  [`tests/test_${name}.py`]: `from counter.${name} import ${name}\n\n\ndef test_${name}():\n    assert ${name}() == ${is}\n`,
});

const files = {
  "src/counter/__init__.py": "",
  ...numbers({ name: "one", is: 1, returns: 1 }),
  ".gitignore": ".venv/\n__pycache__/\n.pytest_cache/\n*.egg-info/\n",
};

const common = { numbers, check: "test" } as const;
const BUILT = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n\n';
const PROJECT = '[project]\nname = "counter"\nversion = "1.0.0"\nrequires-python = ">=3.10"\n';
const PACKAGED = '\n[tool.hatch.build.targets.wheel]\npackages = ["src/counter"]\n';

const withUv: RepositoryKind = {
  ...common,
  id: "uv",
  title: "Python with uv, code in src",
  programs: ["uv"],
  registry: INDEX,
  files: {
    ...files,
    "pyproject.toml": `${BUILT}${PROJECT}\n[dependency-groups]\ndev = ["pytest"]\n${PACKAGED}`,
    // Replaced by what the program itself writes, where it is installed.
    "uv.lock": 'version = 1\nrequires-python = ">=3.10"\n',
  },
  prepare: (place) => lockWith(place, "uv", "lock"),
};

const POETRY_LOCK = `[[package]]
name = "pytest"
version = "7.4.4"
description = ""
optional = false
python-versions = ">=3.7"
files = []

[metadata]
lock-version = "2.0"
python-versions = "^3.10"
content-hash = "a24dd9f6e3b67198ead064759fc29d021141e9d1857d1a81e8ad0e472e71bccd"
`;

const withPoetry: RepositoryKind = {
  ...common,
  id: "poetry",
  title: "Python with Poetry",
  programs: ["poetry"],
  registry: INDEX,
  files: {
    ...files,
    "pyproject.toml":
      '[tool.poetry]\nname = "counter"\nversion = "1.0.0"\ndescription = ""\nauthors = []\npackages = [{ include = "counter", from = "src" }]\n\n' +
      '[tool.poetry.dependencies]\npython = "^3.10"\n\n[tool.poetry.group.dev.dependencies]\npytest = "*"\n\n' +
      '[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n',
    // What the program itself would write is longer; it is enough that one package has to be downloaded.
    "poetry.lock": POETRY_LOCK,
  },
  prepare: (place) => lockWith(place, "poetry", "lock"),
};

/** Without an index, or without the program, the lockfile stays as it is. */
async function lockWith({ repository, has, run, isOnline }: Place, program: string, verb: string): Promise<void> {
  if (has(program) && isOnline) await run(repository, program, verb);
}

const withPip: RepositoryKind = {
  ...common,
  id: "pip",
  title: "Python with pip, code in src",
  programs: ["python3"],
  registry: INDEX,
  files: {
    ...files,
    "pyproject.toml": `${BUILT}${PROJECT}\n[project.optional-dependencies]\ntest = ["pytest"]\n${PACKAGED}`,
  },
};

/** Nothing is installed: pytest is that of the machine. */
const withoutPackages: RepositoryKind = {
  ...common,
  id: "python",
  title: "Python without packages",
  programs: ["python3", "pytest"],
  registry: null,
  files: { ...files, "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n' },
};

export const python: readonly RepositoryKind[] = [withUv, withPoetry, withPip, withoutPackages];
