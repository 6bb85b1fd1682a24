/**
 * Where tools keep what they have downloaded or built. Inside, these places lead to folders of ours, so that not each
 * session begins from nothing, and nothing that an agent has put there is ever run by the person.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Link } from "./confinement.ts";

type Cache = {
  /** In the home. */
  readonly at: string;
  /** By which the tool is told of the same place, or of that in `variableAt`, where no link can be made. */
  readonly variable?: string;
  readonly variableAt?: string;
  /** The tool makes it itself, as a file. */
  readonly isFile?: boolean;
};

const CACHES: readonly Cache[] = [
  // Also of pip, uv, poetry, go, deno, corepack, pre-commit, playwright, cypress, huggingface, ccache, bazel, …
  { at: ".cache", variable: "XDG_CACHE_HOME" },
  { at: ".npm", variable: "npm_config_cache" },
  { at: ".yarn/berry", variable: "YARN_GLOBAL_FOLDER" },
  { at: ".bun/install/cache", variable: "BUN_INSTALL_CACHE_DIR" },
  { at: ".cargo/registry", variable: "CARGO_HOME", variableAt: ".cargo" },
  { at: ".cargo/git" },
  // Locks what lies in the two above.
  { at: ".cargo/.package-cache", isFile: true },
  { at: ".cargo/.package-cache-mutate", isFile: true },
  { at: "go/pkg/mod", variable: "GOMODCACHE" },
  { at: "go/pkg/sumdb" },
  { at: ".m2/repository" },
  { at: ".gradle/caches", variable: "GRADLE_USER_HOME", variableAt: ".gradle" },
  { at: ".gradle/wrapper" },
  { at: ".ivy2/cache" },
  { at: ".nuget/packages", variable: "NUGET_PACKAGES" },
  { at: ".composer/cache", variable: "COMPOSER_CACHE_DIR" },
  { at: ".gem" },
  { at: ".bundle/cache", variable: "BUNDLE_USER_CACHE" },
  { at: ".hex", variable: "HEX_HOME" },
  { at: ".mix", variable: "MIX_HOME" },
  { at: ".pub-cache", variable: "PUB_CACHE" },
  { at: ".cabal/packages" },
  { at: ".conan2", variable: "CONAN_HOME" },
  { at: ".terraform.d/plugin-cache", variable: "TF_PLUGIN_CACHE_DIR" },
  { at: ".local/share/pnpm/store" },
  { at: ".local/share/virtualenvs", variable: "WORKON_HOME" },
  // Elsewhere on macOS.
  { at: ".cache/pip", variable: "PIP_CACHE_DIR" },
  { at: ".cache/uv", variable: "UV_CACHE_DIR" },
  { at: ".cache/go-build", variable: "GOCACHE" },
  { at: ".cache/deno", variable: "DENO_DIR" },
  { at: ".cache/yarn", variable: "YARN_CACHE_FOLDER" },
  { at: ".cache/ms-playwright", variable: "PLAYWRIGHT_BROWSERS_PATH" },
];

/** Makes what is missing: a link to nothing would keep a tool from making its folder. */
export function layCaches(home: string, folder: string): readonly Link[] {
  return CACHES.map(({ at, variable, variableAt = at, isFile = false }): Link => {
    const target = join(folder, at);
    mkdirSync(isFile ? dirname(target) : target, { recursive: true, mode: 0o700 });
    const link = { path: join(home, at), target };
    return variable === undefined ? link : { ...link, variable: [variable, join(folder, variableAt)] };
  });
}
