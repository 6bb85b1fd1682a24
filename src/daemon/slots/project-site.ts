import type { Repository } from "../../lib/git/find-repository.ts";
import { noSandbox, type FoundSandbox, type Sandbox } from "../../lib/sandbox/sandbox.ts";
import type { RegisteredProject } from "../context.ts";

/** A project with what was found on this machine for it. */
export type ProjectSite = {
  readonly project: RegisteredProject;
  readonly repository: Repository;
  readonly sandbox: FoundSandbox;
};

/** For those who only wrap: without the sandbox that the person asked for they fail instead of running free. */
export function sandboxOf({ sandbox }: ProjectSite): Sandbox {
  if (sandbox.ok) return sandbox.sandbox;
  return {
    ...noSandbox,
    wrap: () => {
      throw new Error(`nothing was started: ${sandbox.why}`);
    },
  };
}
