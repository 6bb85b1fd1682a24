/** Which tools a Python project is checked with, and where each is asked for. */
import type { FileTree } from "../file-tree.ts";
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import { parsePackageNames, type Pyproject } from "../parse-pyproject.ts";

export type PythonProject = {
  readonly tree: FileTree;
  readonly pyproject: Pyproject;
  /** Lists of requirements, as pip reads them. */
  readonly requirements: readonly string[];
  /** Its code lies in `src`, which is found only by what is installed. */
  readonly hasSourceFolder: boolean;
};

export type PythonTool = {
  readonly check: "test" | "lint" | "typecheck" | "format";
  /** The package, which is also its module and its program. */
  readonly name: "pytest" | "ruff" | "flake8" | "mypy";
  readonly args: string;
  readonly from: string;
};

/** Those that the project is set up for. */
export function findPythonTools(project: PythonProject): readonly PythonTool[] {
  const ruff = findConfiguredPlace(project, "ruff", ["ruff.toml", ".ruff.toml"]);
  const pytest = findConfiguredPlace(project, "pytest", ["pytest.ini", "conftest.py", "tests/conftest.py"]);
  const flake8 = ruff === null ? findConfiguredPlace(project, "flake8", [".flake8"]) : null;
  const isFormatted = ruff !== null && (project.pyproject.hasTool("ruff", "format") || hasFormatTable(project.tree));
  return [
    ...(pytest === null ? [] : [{ check: "test", name: "pytest", args: "", from: pytest } as const]),
    ...(ruff === null ? [] : [{ check: "lint", name: "ruff", args: " check .", from: ruff } as const]),
    ...(flake8 === null ? [] : [{ check: "lint", name: "flake8", args: "", from: flake8 } as const]),
    ...findTypeChecker(project),
    ...(isFormatted ? [{ check: "format", name: "ruff", args: " format --check .", from: ruff } as const] : []),
  ];
}

/** Only where it is told what to look at: else it fails for reasons of its own. */
function findTypeChecker({ pyproject, tree, requirements }: PythonProject): readonly PythonTool[] {
  const isTold = ["files", "packages", "modules"].some((key) => pyproject.hasTool("mypy", key));
  const ini = tree.read("mypy.ini") ?? "";
  const from = isTold ? "pyproject.toml" : /^\s*(files|packages|modules)\s*=/m.test(ini) ? "mypy.ini" : null;
  if (from === null || !isAskedFor("mypy", { pyproject, tree, requirements })) return [];
  return [{ check: "typecheck", name: "mypy", args: "", from }];
}

function findConfiguredPlace(project: PythonProject, tool: string, files: readonly string[]): string | null {
  const { tree, pyproject } = project;
  if (pyproject.hasTool(tool)) return "pyproject.toml";
  const own = findFirstFile(tree, files);
  if (own !== null) return own;
  const section = new RegExp(`^\\[(tool:)?${tool}\\]`, "m");
  const shared = ["setup.cfg", "tox.ini"].find((name) => section.test(tree.read(name) ?? ""));
  if (shared !== undefined) return shared;
  if (isInPyproject(tool, pyproject)) return "pyproject.toml";
  return project.requirements.find((file) => parsePackageNames((tree.read(file) ?? "").split("\n")).has(tool)) ?? null;
}

const hasFormatTable = (tree: FileTree): boolean =>
  ["ruff.toml", ".ruff.toml"].some((name) => /^\[format\]/m.test(tree.read(name) ?? ""));

const isInPyproject = (tool: string, { required, extras, groups }: Pyproject): boolean =>
  [required, ...extras.values(), ...groups.values()].some((names) => names.has(tool));

type Asked = Pick<PythonProject, "tree" | "pyproject" | "requirements">;

/** Somewhere in what the project can have installed. */
const isAskedFor = (tool: string, { tree, pyproject, requirements }: Asked): boolean =>
  isInPyproject(tool, pyproject) ||
  requirements.some((file) => parsePackageNames((tree.read(file) ?? "").split("\n")).has(tool));

/** What has to be asked for beside what is always installed, so that the tools are there. */
export type Needed = {
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  /** Asked for nowhere: they are named one by one. */
  readonly packages: readonly string[];
};

export function findPackageNeeds(project: PythonProject, tools: readonly PythonTool[]): Needed {
  const { tree, pyproject, requirements } = project;
  const listed = requirements.flatMap((file) => [...parsePackageNames((tree.read(file) ?? "").split("\n"))]);
  const needed = { extras: new Set<string>(), groups: new Set<string>(), packages: new Set<string>() };
  const isThere = (tool: string): boolean =>
    pyproject.required.has(tool) ||
    listed.includes(tool) ||
    [...needed.extras].some((name) => pyproject.extras.get(name)?.has(tool) === true) ||
    [...needed.groups].some((name) => pyproject.groups.get(name)?.has(tool) === true);
  for (const { name } of tools) {
    if (isThere(name)) continue;
    const group = findHolder(name, pyproject.groups);
    const extra = findHolder(name, pyproject.extras);
    if (group !== null) needed.groups.add(group);
    else if (extra !== null) needed.extras.add(extra);
    else needed.packages.add(name);
  }
  return { extras: [...needed.extras], groups: [...needed.groups], packages: [...needed.packages] };
}

const USUAL = ["test", "tests", "testing", "dev", "develop"];

function findHolder(tool: string, holders: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const names = [...holders].filter(([, members]) => members.has(tool)).map(([name]) => name);
  return USUAL.find((name) => names.includes(name)) ?? names[0] ?? null;
}

const REQUIREMENTS = [
  ...["requirements.txt", "requirements-dev.txt", "requirements-test.txt", "requirements_dev.txt"],
  ...["dev-requirements.txt", "test-requirements.txt", "requirements/dev.txt", "requirements/test.txt"],
  ...["requirements/tests.txt", "requirements/testing.txt"],
];

export const listRequirements = (tree: FileTree): readonly string[] => listPresentFiles(tree, REQUIREMENTS);
