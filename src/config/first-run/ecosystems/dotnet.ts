/** .NET: a solution, or a project at the root. */
import type { Ecosystem } from "./ecosystem.ts";

export const dotnet: Ecosystem = {
  name: "dotnet",
  kind: "language",
  find: (tree) => {
    const names = tree.list("");
    const solutions = names.filter((name) => /\.slnx?$/.test(name));
    const projects = names.filter((name) => /\.(cs|fs|vb)proj$/.test(name));
    const candidates = solutions.length > 0 ? solutions : projects;
    const [from] = candidates;
    if (from === undefined) return null;
    // Where there are several, `dotnet` asks which.
    const which = candidates.length > 1 ? ` ${JSON.stringify(from)}` : "";
    const isLocked = tree.has("packages.lock.json");
    return {
      checks: [{ name: "test", command: `dotnet test${which}`, from }],
      setup: {
        commands: [`dotnet restore${which}${isLocked ? " --locked-mode" : ""}`],
        from,
        key: [
          ...candidates,
          ...projects,
          ...["Directory.Packages.props", "packages.lock.json"].filter(tree.has),
        ].filter((name, index, all) => all.indexOf(name) === index),
        cache: [],
      },
      offered: tree.has(".editorconfig")
        ? [{ name: "format", command: `dotnet format${which} --verify-no-changes`, from: ".editorconfig" }]
        : [],
    };
  },
};
