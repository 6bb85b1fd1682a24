/** Go: one module, or the modules of a workspace. */
import type { FileTree } from "../file-tree.ts";
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import type { Ecosystem } from "./ecosystem.ts";

export const go: Ecosystem = {
  name: "go",
  kind: "language",
  find: (tree) => {
    const from = findFirstFile(tree, ["go.work", "go.mod"]);
    if (from === null) return null;
    const packages = listPackages(tree).join(" ");
    const linter = findFirstFile(tree, [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"]);
    return {
      checks: [
        { name: "test", command: `go test ${packages}`, from },
        { name: "lint", command: `go vet ${packages}`, from },
      ],
      setup: detectSetup(tree),
      offered: linter === null ? [] : [{ name: "golangci-lint", command: "golangci-lint run", from: linter }],
    };
  },
};

/** With dependencies only, and none that lie in the repository itself. */
function detectSetup(tree: FileTree): ReturnType<typeof toSetup> | null {
  const sums = listPresentFiles(tree, ["go.sum", "go.work.sum"]);
  const [from] = sums.length > 0 ? sums : listModules(tree).filter((module) => tree.has(`${module}/go.sum`));
  if (from === undefined || tree.has("vendor/modules.txt")) return null;
  return toSetup(from, [...listPresentFiles(tree, ["go.work", "go.mod"]), ...sums]);
}

/** Fast when all is there, so it need not be kept from running: the modules themselves are in the user's cache. */
const toSetup = (from: string, key: readonly string[]) => ({ commands: ["go mod download"], from, key, cache: [] });

/** `./...` names only the module it is run in. */
function listPackages(tree: FileTree): readonly string[] {
  const modules = listModules(tree);
  return modules.length === 0 ? ["./..."] : modules.map((module) => (module === "." ? "./..." : `./${module}/...`));
}

/** As `go.work` names them; none: there is no workspace. */
function listModules(tree: FileTree): readonly string[] {
  const text = (tree.read("go.work") ?? "").replaceAll(/\/\/.*$/gm, "");
  const blocks = [...text.matchAll(/^use\s*\(([^)]*)\)/gm)].flatMap(([, block = ""]) => block.split("\n"));
  const single = [...text.matchAll(/^use\s+([^(\s]\S*)\s*$/gm)].map(([, path = ""]) => path);
  return [...blocks, ...single]
    .map((path) => path.trim().replaceAll('"', "").replace(/^\.\//, "").replace(/\/$/, ""))
    .filter((path) => path !== "" && /^[\w./-]+$/.test(path) && !path.startsWith(".."));
}
