import type { RepositoryInfo } from "../../lib/git/find-repository.ts";
import { noSandbox, type FoundSandbox, type Sandbox } from "../../lib/sandbox/sandbox.ts";
import type { RegisteredProject } from "../context.ts";
import type { ProjectNetworks } from "../network/project-networks.ts";

/** A project with what was found on this machine for it. */
export type ProjectSite = {
  readonly project: RegisteredProject;
  readonly repository: RepositoryInfo;
  readonly sandbox: FoundSandbox;
};

/**
 * For set-up commands and checks, which only wrap: without the sandbox that the person asked for they fail instead of
 * running free.
 */
export function getSandbox({ sandbox, project }: ProjectSite, networks: ProjectNetworks): Sandbox {
  if (sandbox.ok) return networks.limitPrograms(project, sandbox.sandbox);
  return {
    ...noSandbox,
    wrap: () => {
      throw new Error(`nothing was started: ${sandbox.why}`);
    },
  };
}
