/** The forge that the `origin` of a repository is on, where its address tells. Reads a file, runs nothing. */
import { join } from "node:path";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { findPlugin, pluginsWith } from "../../plugins/find-plugin.ts";
import type { FoundOrigin } from "../../plugins/remote/forge/origin.ts";

export type Origin = FoundOrigin & {
  readonly forge: string;
  /** As people call it, and what they call changes there. */
  readonly title: string;
  readonly changes: string;
};

/** `gitDir`: of the repository itself, not of a linked worktree. */
export function findOrigin(gitDir: string): Origin | null {
  const section = /^[ \t]*\[remote "origin"\]([^[]*)/m.exec(readTextIfExists(join(gitDir, "config")) ?? "")?.[1] ?? "";
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
  const host = written.toLowerCase();
  const path = rest.replace(/^\/+|\/+$/g, "").replace(/\.git$/, "");
  if (!/^[\w.-]+(\/[\w.-]+)+$/.test(path) || !/^[\w.:-]+$/.test(host)) return null;
  for (const { plugin, part } of pluginsWith("forge")) {
    const found = part.findOrigin.find({ host, path });
    if (found !== null) return { ...found, forge: plugin.name, title: plugin.title, changes: part.changes };
  }
  return null;
}

/** Whether a token for it can be found, as far as that is known without asking anybody. */
export const hasToken = (origin: Origin, env: NodeJS.ProcessEnv): boolean =>
  findPlugin("forge", origin.forge)?.part.findOrigin.hasToken(origin, env) === true;
