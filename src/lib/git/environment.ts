/** The two environments git is started with: the person's, cleaned, and one that knows nothing of anybody. */
import { availableParallelism } from "node:os";

/** What a person may have set about reaching other hosts and about their own configuration. All else of `GIT_*` redirects. */
const kept =
  /^GIT_(SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|SSL_\w+|PROXY_COMMAND|HTTP_\w+)$/;

/** The person's own environment: their keys, their agent, their global configuration; nobody is asked at a terminal. */
export function buildPersonEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_") || kept.test(name)),
  );
  return { ...env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GCM_INTERACTIVE: "never" };
}

/** Whose home is `gitDir`: no configuration but the one that lies there is read. */
export function buildOwnEnvironment(gitDir: string): NodeJS.ProcessEnv {
  const { PATH, SYSTEMROOT, TMPDIR } = process.env;
  return {
    PATH,
    SYSTEMROOT,
    TMPDIR,
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    LC_ALL: "C",
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_SYSTEM: "/dev/null",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
  };
}

/** Before every verb in the person's repository. Given on the command line they win over any configuration file. */
export const hardening: readonly string[] = [
  ["core.hooksPath", "/dev/null"],
  // Before 2.36 any word is the name of a program, `false`, too.
  ["core.fsmonitor", ""],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["push.recurseSubmodules", "no"],
  ["merge.autoStash", "false"],
  ["rebase.autoStash", "false"],
  ["protocol.ext.allow", "never"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["fetch.writeCommitGraph", "false"],
  ["merge.verifySignatures", "false"],
  ["push.gpgSign", "false"],
  ["push.followTags", "false"],
  // Workers cost more than they bring where there is little to write.
  ["checkout.thresholdForParallelism", "2000"],
  ["checkout.workers", String(Math.min(8, availableParallelism()))],
].flatMap(([key, value]) => ["-c", `${key}=${value}`]);
