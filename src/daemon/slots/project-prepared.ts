/** What set-up makes for all workspaces of a project, sessions and checks alike. */
import { join } from "node:path";
import { parseWords } from "../../lib/parse-words.ts";
import { openPrepared, type PreparedFolders } from "../../lib/prepared/prepared.ts";
import type { Argv, SetupSettings } from "../../lib/prepared/prepared-key.ts";
import { formatNetworkAccess } from "../../lib/network/network-access.ts";
import { LOCKFILES } from "../../plugins/local/checks/check-settings.ts";
import { layOut } from "../../plugins/local/checks/lay-out.ts";
import { groundOf } from "../../plugins/shared/git/ground.ts";
import type { RegisteredProject } from "../context.ts";
import type { Ground } from "../ground.ts";
import { closedHome } from "./closed-home.ts";
import { usual } from "./environment.ts";
import { sandboxOf, type ProjectSite } from "./project-site.ts";
import { commitSha, treeSha } from "../../domain/model/ids.ts";

export type PreparedParts = {
  readonly ground: Ground;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
};

export function openProjectPrepared({ ground, site, current }: PreparedParts): PreparedFolders {
  const { home, env, log } = ground;
  const { project, repository } = site;
  const git = groundOf({ repository: repository.path, gitDir: join(home.projects, project.id, "git") });
  const sandbox = sandboxOf(site, ground.networks);
  return openPrepared({
    ...{ git, sandbox },
    folder: join(home.prepared, project.id),
    settings: () => setupSettings(current()),
    environment: () => Promise.resolve(usual(env)),
    surroundings: () => {
      const { network, sandbox: open } = current().settings;
      return JSON.stringify([sandbox.name, formatNetworkAccess(network), open.read, open.write]);
    },
    home: () => closedHome(home, current(), "setup"),
    limits: () => ground.machine.run(current().settings.limits),
    layOut: async (place, { commit, tree }) => {
      const layout = { tree: treeSha(tree), commit: commitSha(commit), cache: [] };
      const base = { branch: project.defaultBranch, commit: layout.commit };
      const desk = { ...place, setupNote: join(place.folder, "set-up") };
      return (await layOut(await git(), desk, { ...layout, base })).readable;
    },
    warn: (error, message) => log.warn({ project: project.id, error }, message),
  });
}

/** Null: nothing is kept between workspaces, or a command cannot be run. */
function setupSettings({ settings }: RegisteredProject): SetupSettings | null {
  const { setup, setupKey, cache, copy, symlinks } = settings;
  const commands = setup.map(toArgv).filter((argv) => argv !== null);
  if (cache.length === 0 || commands.length === 0 || commands.length < setup.length) return null;
  return { commands, keyFiles: setupKey.length > 0 ? setupKey : LOCKFILES, cache, copy, symlinks };
}

function toArgv(command: string | readonly string[]): Argv | null {
  if (typeof command === "string") {
    const parsed = parseWords(command);
    return parsed.ok ? parsed.words : null;
  }
  const [program, ...args] = command;
  return program === undefined ? null : [program, ...args];
}
