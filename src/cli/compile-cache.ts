import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Keeps compiled code between starts, in a folder of the person's own: in a shared one another account could plant code. */
export function cacheCompiledCode(): void {
  const { AO_HOME: home = "", XDG_CACHE_HOME: caches = join(homedir(), ".cache") } = process.env;
  enableCompileCache(isAbsolute(home) ? join(home, "cache", "compile") : join(caches, "agent-orchestrator", "compile"));
}
