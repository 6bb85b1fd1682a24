/** Which versions of programs a repository asks for, and in which file. */
import { parsePackage } from "../first-run/parse-package.ts";
import { parsePyproject } from "../first-run/parse-pyproject.ts";
import type { FileTree } from "../first-run/file-tree.ts";
import { comparePin, compareRange, type Fit } from "./version-range.ts";

export type WantedVersion = {
  readonly program: string;
  readonly version: string;
  readonly from: string;
  readonly fits: (installed: string) => Fit;
};

export function findWantedVersions(tree: FileTree): readonly WantedVersion[] {
  const { engines } = parsePackage(tree.read("package.json") ?? "");
  const { requiresPython } = parsePyproject(tree.read("pyproject.toml") ?? "");
  return [
    // Of pnpm and Yarn the version that the project names runs by itself.
    ...["node", "npm"].flatMap((program) => {
      const range = engines.get(program);
      return range === undefined ? [] : [createRangeWish(program, range, "package.json (engines)")];
    }),
    ...(requiresPython === null
      ? []
      : [createRangeWish("python3", requiresPython, "pyproject.toml (requires-python)")]),
    ...[".node-version", ".nvmrc"].flatMap((from) => pinIn(tree, { program: "node", from })),
    ...pinIn(tree, { program: "python3", from: ".python-version" }),
    ...pinIn(tree, { program: "ruby", from: ".ruby-version" }),
    ...parseToolVersions(tree.read(".tool-versions") ?? ""),
  ];
}

const createRangeWish = (program: string, version: string, from: string): WantedVersion => ({
  ...{ program, version, from },
  fits: (installed) => compareRange(installed, version),
});

/** How many numbers name a line of versions that belong together. */
const SIGNIFICANT = { node: 1, python3: 2, ruby: 2, bun: 1, deno: 1 } as const;
type Pinned = keyof typeof SIGNIFICANT;

const createPinWish = (program: Pinned, version: string, from: string): WantedVersion => ({
  ...{ program, version, from },
  fits: (installed) => comparePin(installed, version, SIGNIFICANT[program]),
});

/** The first line that says something; `ruby-3.3.1` names its program, too. */
function pinIn(
  tree: FileTree,
  { program, from }: { readonly program: Pinned; readonly from: string },
): readonly WantedVersion[] {
  const line = (tree.read(from) ?? "").split("\n").find((one) => /^[^#\s]/.test(one));
  if (line === undefined) return [];
  return [createPinWish(program, line.trim().replace(/^(node|python|c?ruby)-/, ""), from)];
}

/** As asdf and mise write them. Go and Rust load the toolchain that a project asks for by themselves. */
const TOOLS: ReadonlyMap<string, Pinned> = new Map([
  ["nodejs", "node"],
  ["node", "node"],
  ["python", "python3"],
  ["ruby", "ruby"],
  ["bun", "bun"],
  ["deno", "deno"],
]);

function parseToolVersions(text: string): readonly WantedVersion[] {
  return text.split("\n").flatMap((line) => {
    const [tool = "", version = ""] = line.trim().split(/\s+/);
    const program = TOOLS.get(tool);
    return program === undefined || version === "" ? [] : [createPinWish(program, version, ".tool-versions")];
  });
}
