/** Which addresses of repositories are GitHub's, or a server's of that name, and where a token for it may be. */
import { join } from "node:path";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { isSet, type FindOrigin } from "../remote/forge/origin.ts";

const PUBLIC = "github.com";

export const githubOrigin: FindOrigin = {
  find: ({ host: written, path }) => {
    const host = written.replace(/^(ssh|www)\.(?=github\.com$)/, "");
    if (!/(^|\.)github\./.test(host) || path.split("/").length !== 2) return null;
    if (host === PUBLIC) return { repo: path, host, variable: "GITHUB_TOKEN" };
    return { repo: `https://${host}/${path}`, host, variable: "GH_ENTERPRISE_TOKEN" };
  },
  // `gh` may hold one, too.
  hasToken: ({ host, variable }, env) => {
    if (isSet(env, [variable, host === PUBLIC ? "GH_TOKEN" : "GITHUB_ENTERPRISE_TOKEN"])) return true;
    const folder = env["GH_CONFIG_DIR"] ?? join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? "/", ".config"), "gh");
    return (readTextIfExists(join(folder, "hosts.yml")) ?? "").split("\n").some((line) => line.trim() === `${host}:`);
  },
};
