/** What is installed on this machine, as far as it is seen without running anything. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { findProgram } from "../../lib/process/find-program.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";

export type MachinePrograms = {
  readonly hasProgram: (name: string) => boolean;
  /** `channel`: what the repository pins; null: the default toolchain. */
  readonly hasCargoComponent: (program: "cargo-clippy" | "cargo-fmt", channel: string | null) => boolean;
};

/** `env`: `PATH`, and where rustup keeps its toolchains. */
export function readMachine(env: NodeJS.ProcessEnv): MachinePrograms {
  const path = env["PATH"] ?? "";
  const rustup = env["RUSTUP_HOME"] ?? join(env["HOME"] ?? "/nonexistent", ".rustup");
  return {
    hasProgram: (name) => findProgram(name, path) !== null,
    hasCargoComponent: (program, channel) => {
      const found = findProgram(program, path);
      if (found === null) return false;
      return isOfRustup(found, path) ? isInToolchain(rustup, program, channel) : true;
    },
  };
}

/** rustup puts every program beside itself, also those whose component is not installed. */
function isOfRustup(file: string, path: string): boolean {
  const rustup = findProgram("rustup", path);
  return rustup !== null && (basename(realpathSync(file)) === "rustup" || join(file, "..") === join(rustup, ".."));
}

function isInToolchain(rustup: string, program: string, channel: string | null): boolean {
  const settings = readTextIfExists(join(rustup, "settings.toml")) ?? "";
  const wanted = channel ?? /^default_toolchain\s*=\s*"([^"]+)"/m.exec(settings)?.[1] ?? "stable";
  const folder = join(rustup, "toolchains");
  const toolchains = existsSync(folder) ? readdirSync(folder) : [];
  return toolchains
    .filter((name) => name === wanted || name.startsWith(`${wanted}-`))
    .some((name) => existsSync(join(folder, name, "bin", program)));
}
