/** Rust with Cargo: one crate, or a workspace. */
import type { FileTree } from "../file-tree.ts";
import { parseToml, getTable, getText } from "../parse-toml.ts";
import type { MachinePrograms } from "../machine.ts";
import type { Ecosystem, NamedCommand } from "./ecosystem.ts";

export const cargo: Ecosystem = {
  name: "rust",
  kind: "language",
  find: (tree, machine) => {
    const text = tree.read("Cargo.toml");
    if (text === null) return null;
    const manifest = parseToml(text);
    // Without it only the crate at the root is tested; a workspace without such a crate is tested whole anyway.
    const isBoth = Object.hasOwn(manifest, "workspace") && Object.hasOwn(manifest, "package");
    const from = "Cargo.toml";
    const isLocked = tree.has("Cargo.lock");
    return {
      checks: [
        { name: "test", command: `cargo test${isBoth ? " --workspace" : ""}`, from },
        ...detectComponentChecks(tree, machine, isBoth),
      ],
      setup: {
        commands: [isLocked ? "cargo fetch --locked" : "cargo fetch"],
        from: isLocked ? "Cargo.lock" : from,
        key: isLocked ? ["Cargo.lock"] : [from],
        cache: ["target"],
      },
    };
  },
};

/** A component that is not installed cannot be fetched in the sandbox. */
function detectComponentChecks(tree: FileTree, machine: MachinePrograms, isBoth: boolean): readonly NamedCommand[] {
  const channel = findChannel(tree);
  const has = (program: Parameters<MachinePrograms["hasCargoComponent"]>[0]): boolean =>
    machine.hasCargoComponent(program, channel);
  const lint = `cargo clippy${isBoth ? " --workspace" : ""} --all-targets`;
  return [
    ...(has("cargo-clippy") ? [{ name: "lint", command: lint, from: "clippy is installed" }] : []),
    ...(has("cargo-fmt") ? [{ name: "format", command: "cargo fmt --all --check", from: "rustfmt is installed" }] : []),
  ];
}

function findChannel(tree: FileTree): string | null {
  const old = tree.read("rust-toolchain");
  if (old !== null && !old.includes("[")) return old.trim() === "" ? null : old.trim();
  return getText(getTable(parseToml(old ?? tree.read("rust-toolchain.toml") ?? ""), "toolchain"), "channel");
}
