/** What set-up makes for all workspaces of a project, sessions and checks alike. */
import { join } from "node:path";
import { parseWords } from "../../../lib/text/parse-words.ts";
import { openPrepared, type PreparedFolders } from "../../../lib/prepared/prepared.ts";
import type { Argv, SetupSettings } from "../../../lib/prepared/prepared-key.ts";
import { formatNetworkAccess } from "../../../lib/network/network-access.ts";
import { LOCKFILES } from "../../../plugins/local/checks/check-settings.ts";
import { layOutWorkspace } from "../../../plugins/local/checks/run/lay-out.ts";
import { createGitContext } from "../../../plugins/shared/git/git-context.ts";
import type { RegisteredProject } from "../../context.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { createClosedHome } from "../sandbox/closed-home.ts";
import { pickUsual } from "../sandbox/environment.ts";
import { getSandbox, type ProjectSite } from "../project-site.ts";
import { commitSha, treeSha } from "../../../domain/model/ids.ts";

export type PreparedParts = {
  readonly ground: PluginServices;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
};

export function openProjectPrepared({ ground: services, site, current }: PreparedParts): PreparedFolders {
  const { home, env, log } = services;
  const { project, repository } = site;
  const git = createGitContext({ repository: repository.path, gitDir: join(home.projects, project.id, "git") });
  const sandbox = getSandbox(site, services.networks);
  return openPrepared({
    ...{ git, sandbox },
    folder: join(home.prepared, project.id),
    settings: () => readSetupSettings(current()),
    environment: () => Promise.resolve(pickUsual(env)),
    surroundings: () => {
      const { network, sandbox: open } = current().settings;
      return JSON.stringify([sandbox.name, formatNetworkAccess(network), open.read, open.write]);
    },
    home: () => createClosedHome(home, current(), "setup"),
    limits: () => services.machine.run(current().settings.limits),
    layOut: async (place, { commit, tree }) => {
      const layout = { tree: treeSha(tree), commit: commitSha(commit), cache: [] };
      const base = { branch: project.defaultBranch, commit: layout.commit };
      const desk = { ...place, setupNote: join(place.folder, "set-up") };
      return (await layOutWorkspace(await git(), desk, { ...layout, base })).readable;
    },
    warn: (error, message) => log.warn({ project: project.id, error }, message),
  });
}

/** Null: nothing is kept between workspaces, or a command cannot be run. */
function readSetupSettings({ settings }: RegisteredProject): SetupSettings | null {
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
