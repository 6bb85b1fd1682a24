/**
 * Python: by uv, Poetry or PDM where there is a lockfile of theirs, else by pip in a virtual environment of the
 * workspace. The project is installed there as it lies, so that its own tree is what tests import.
 */
import type { FileTree } from "../file-tree.ts";
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import { parsePyproject } from "../parse-pyproject.ts";
import type { DetectedSetup, Ecosystem, DetectedParts, NamedCommand } from "./ecosystem.ts";
import {
  findPackageNeeds,
  findPythonTools,
  listRequirements,
  type Needed,
  type PythonProject,
  type PythonTool,
} from "./python-tools.ts";

const VENV = ".venv";

export const python: Ecosystem = {
  name: "python",
  kind: "language",
  find: (tree) => {
    const requirements = listRequirements(tree);
    const shown = findFirstFile(tree, [
      "pyproject.toml",
      "setup.py",
      "setup.cfg",
      ...requirements,
      "pytest.ini",
      "tox.ini",
      "noxfile.py",
    ]);
    if (shown === null) return null;
    const project: PythonProject = {
      ...{ tree, requirements, pyproject: parsePyproject(tree.read("pyproject.toml") ?? "") },
      hasSourceFolder: tree.list("src").length > 0,
    };
    const tools = findPythonTools(project);
    const { checks, setup } = (MANAGERS.find(({ lock }) => tree.has(lock))?.plan ?? planWithPip)(project, tools);
    return { checks, setup, offered: listTestRunners(tree) };
  },
};

type Plan = (project: PythonProject, tools: readonly PythonTool[]) => Omit<DetectedParts, "offered">;

const MANAGERS: readonly { readonly lock: string; readonly plan: Plan }[] = [
  { lock: "uv.lock", plan: planWithUv },
  { lock: "poetry.lock", plan: planWithPoetry },
  { lock: "pdm.lock", plan: planWithPdm },
];

function planWithUv({ pyproject, ...project }: PythonProject, tools: readonly PythonTool[]): DetectedParts {
  const { extras, groups, packages } = findPackageNeeds({ ...project, pyproject, requirements: [] }, tools);
  const asked = [
    ...groups.filter((name) => pyproject.defaultGroups?.includes(name) === false).map((name) => `--group ${name}`),
    ...extras.map((name) => `--extra ${name}`),
  ];
  const run = ({ name, args }: PythonTool): string =>
    packages.includes(name) ? `uv run --with ${name} ${name}${args}` : `uv run ${name}${args}`;
  return {
    checks: listChecks(tools, run),
    setup: useLockfile(["uv", "sync", "--locked", ...asked].join(" "), "uv.lock"),
  };
}

function planWithPoetry(project: PythonProject, tools: readonly PythonTool[]): DetectedParts {
  const { extras, groups, packages } = findPackageNeeds({ ...project, requirements: [] }, tools);
  const optional = groups.filter((name) => project.pyproject.optionalGroups.includes(name));
  const asked = [
    ...(optional.length === 0 ? [] : [`--with ${optional.join(",")}`]),
    ...extras.map((name) => `--extras ${name}`),
  ];
  const install = ["env POETRY_VIRTUALENVS_IN_PROJECT=true poetry install", ...asked].join(" ");
  // Once it is in the workspace, it is used without being asked for.
  return {
    checks: listChecks(dropMissingTools(tools, packages), ({ name, args }) => `poetry run ${name}${args}`),
    setup: useLockfile(install, "poetry.lock"),
  };
}

function planWithPdm(project: PythonProject, tools: readonly PythonTool[]): DetectedParts {
  const { packages } = findPackageNeeds({ ...project, requirements: [] }, tools);
  return {
    checks: listChecks(dropMissingTools(tools, packages), ({ name, args }) => `pdm run ${name}${args}`),
    setup: useLockfile("pdm install --frozen-lockfile --group :all", "pdm.lock"),
  };
}

/** What the lockfile does not hold could not be run. */
const dropMissingTools = (tools: readonly PythonTool[], packages: readonly string[]): readonly PythonTool[] =>
  tools.filter(({ name }) => !packages.includes(name));

const useLockfile = (command: string, lock: string): DetectedSetup => ({
  commands: [command],
  from: lock,
  key: ["pyproject.toml", lock],
  cache: [VENV],
});

function planWithPip(project: PythonProject, tools: readonly PythonTool[]): DetectedParts {
  const { tree, pyproject, requirements } = project;
  const isPackage = pyproject.isPackage || tree.has("setup.py");
  if (!isPackage && (requirements.length === 0 || tools.length === 0)) return planWithoutPackage(project, tools);
  const needed = findPackageNeeds(project, tools);
  const path = isPackage ? "" : findSourcePath(project);
  const run = ({ name, args }: PythonTool): string =>
    `${name === "pytest" ? path : ""}${VENV}/bin/python -m ${name}${args}`;
  return { checks: listChecks(tools, run), setup: detectPipSetup(project, { needed, isPackage }) };
}

function detectPipSetup(
  { tree, requirements }: PythonProject,
  { needed, isPackage }: { readonly needed: Needed; readonly isPackage: boolean },
): DetectedSetup {
  const { extras, groups, packages } = needed;
  const files = [...listPresentFiles(tree, ["pyproject.toml", "setup.py", "setup.cfg"]), ...requirements];
  const words = [
    ...(isPackage ? ["-e", extras.length === 0 ? "." : `.[${extras.join(",")}]`] : []),
    ...requirements.flatMap((file) => ["-r", file]),
    ...groups.flatMap((name) => ["--group", name]),
    ...packages,
  ];
  const pip = `${VENV}/bin/python -m pip install`;
  return {
    commands: [
      `python3 -m venv ${VENV}`,
      // Groups are known from 25.1 on.
      ...(groups.length === 0 ? [] : [`${pip} --upgrade pip`]),
      `${pip} ${words.join(" ")}`,
    ],
    from: files[0] ?? "pyproject.toml",
    key: files,
    cache: [VENV],
  };
}

/** Settings of tools only: there is nothing to install, and the tools are those of the machine. */
function planWithoutPackage(project: PythonProject, tools: readonly PythonTool[]): DetectedParts {
  const path = findSourcePath(project);
  const run = ({ name, args }: PythonTool): string =>
    name === "pytest" ? `${path}python3 -m pytest${args}` : `${name}${args}`;
  return { checks: listChecks(tools, run), setup: null };
}

/** What is not installed is found only if Python is told where it lies. */
const findSourcePath = ({ hasSourceFolder }: PythonProject): string => (hasSourceFolder ? "env PYTHONPATH=src " : "");

const listChecks = (tools: readonly PythonTool[], run: (tool: PythonTool) => string): readonly NamedCommand[] =>
  tools.map((tool) => ({ name: tool.check, command: run(tool), from: tool.from }));

/** They make environments of their own for each version of Python, which takes long: named, and not chosen. */
function listTestRunners(tree: FileTree): readonly NamedCommand[] {
  const tox = findFirstFile(tree, ["tox.ini", "tox.toml"]);
  return [
    ...(tox === null ? [] : [{ name: "tox", command: "tox run", from: tox }]),
    ...(tree.has("noxfile.py") ? [{ name: "nox", command: "nox", from: "noxfile.py" }] : []),
  ];
}
