/** The forge that the `origin` of a repository is on, where its address tells. Reads a file, runs nothing. */
import { join } from "node:path";
import { textIfThere } from "../../lib/if-there.ts";

export type Origin = {
  readonly forge: "github" | "gitlab";
  /** As people call it. */
  readonly title: string;
  /** As `repo` takes it. */
  readonly repo: string;
  readonly host: string;
  /** The variable that its token is looked for in first. */
  readonly variable: string;
};

/** `gitDir`: of the repository itself, not of a linked worktree. */
export function findOrigin(gitDir: string): Origin | null {
  const section = /^[ \t]*\[remote "origin"\]([^[]*)/m.exec(textIfThere(join(gitDir, "config")) ?? "")?.[1] ?? "";
  const url = /^[ \t]*url[ \t]*=[ \t]*"?([^\n"]*?)"?[ \t\r]*$/m.exec(section)?.[1];
  return url === undefined ? null : parseOrigin(url);
}

const FORMS = [
  /^(?:https?|git):\/\/(?:[^@/]*@)?([^/]+)\/(.+)$/,
  /^ssh:\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/,
  /^[\w.-]+@([\w.-]+):(.+)$/,
];

/** A credential in the address is left behind. */
export function parseOrigin(url: string): Origin | null {
  const [, written = "", rest = ""] = FORMS.map((form) => form.exec(url)).find((found) => found !== null) ?? [];
  const host = written.toLowerCase().replace(/^(ssh|www)\.(?=git(hub|lab)\.com$)/, "");
  const path = rest.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (!/^[\w.-]+(\/[\w.-]+)+$/.test(path) || !/^[\w.:-]+$/.test(host)) return null;
  if (/(^|\.)github\./.test(host) && path.split("/").length === 2) return onGithub(host, path);
  if (!/(^|\.)gitlab\./.test(host)) return null;
  return { forge: "gitlab", title: "GitLab", repo: `https://${host}/${path}`, host, variable: "GITLAB_TOKEN" };
}

const onGithub = (host: string, path: string): Origin => {
  const isPublic = host === "github.com";
  const repo = isPublic ? path : `https://${host}/${path}`;
  return { forge: "github", title: "GitHub", repo, host, variable: isPublic ? "GITHUB_TOKEN" : "GH_ENTERPRISE_TOKEN" };
};

const VARIABLES: Readonly<Record<Origin["forge"], readonly string[]>> = {
  github: ["GITHUB_TOKEN", "GH_TOKEN"],
  gitlab: ["GITLAB_TOKEN"],
};

/** Whether a token for it can be found, as far as that is known without asking anybody: `gh` may hold one, too. */
export function hasToken({ forge, host, variable }: Origin, env: NodeJS.ProcessEnv): boolean {
  const names = host === "github.com" || forge === "gitlab" ? VARIABLES[forge] : [variable, "GITHUB_ENTERPRISE_TOKEN"];
  if (names.some((name) => (env[name] ?? "") !== "")) return true;
  if (forge !== "github") return false;
  const folder = env["GH_CONFIG_DIR"] ?? join(env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? "/", ".config"), "gh");
  return (textIfThere(join(folder, "hosts.yml")) ?? "").split("\n").some((line) => line.trim() === `${host}:`);
}
