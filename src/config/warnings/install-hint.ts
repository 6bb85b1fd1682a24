/** How a program that checks and set-up name is installed, in words that can be typed. */
import { findProgram } from "../../lib/process/find-program.ts";

const HINTS: Readonly<Record<string, string>> = {
  bun: "npm install --global bun",
  bundle: "gem install bundler",
  cargo: "https://rustup.rs",
  composer: "https://getcomposer.org/download",
  corepack: "npm install --global corepack",
  ctest: "https://cmake.org/download",
  deno: "https://docs.deno.com/runtime/getting_started/installation",
  dotnet: "https://dotnet.microsoft.com/download",
  flake8: "pipx install flake8",
  go: "https://go.dev/doc/install",
  "golangci-lint": "https://golangci-lint.run/welcome/install",
  gradle: "https://gradle.org/install, or add the wrapper to the repository",
  just: "https://just.systems/man/en/packages.html",
  mvn: "https://maven.apache.org/install.html, or add the wrapper to the repository",
  nox: "pipx install nox",
  pdm: "pipx install pdm",
  pnpm: "npm install --global pnpm",
  poetry: "pipx install poetry",
  python3: "https://www.python.org/downloads",
  ruff: "pipx install ruff",
  task: "https://taskfile.dev/installation",
  tox: "pipx install tox",
  uv: "https://docs.astral.sh/uv/getting-started/installation",
  yarn: "npm install --global yarn",
};

/** Null: nobody knows. */
export function installHint(program: string, path: string): string | null {
  const isCorepacks = program === "pnpm" || program === "yarn";
  if (isCorepacks && findProgram("corepack", path) !== null) return `corepack enable ${program}`;
  return HINTS[program] ?? null;
}
