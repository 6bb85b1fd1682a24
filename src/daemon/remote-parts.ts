import type { RegisteredProject } from "./context.ts";
import type { Ground } from "./ground.ts";
import type { ProjectSite } from "./project-site.ts";

/** What a forge elsewhere is made of. */
export type RemoteParts = {
  readonly ground: Ground;
  readonly site: ProjectSite;
  /** Of now. */
  readonly current: () => RegisteredProject;
};
