import type { ChangeParts } from "../../remote/forge/parts.ts";
import type { Pipelines } from "../checks/pipelines.ts";
import type { ProjectChecks } from "../checks/project-checks.ts";
import type { Client } from "../client.ts";
import type { People } from "../people.ts";

/** What reading and writing merge requests needs. */
export type GitlabChangeParts = Omit<ChangeParts, "source"> & {
  readonly client: Client;
  readonly people: People;
  readonly pipelines: Pipelines;
  readonly projectChecks: ProjectChecks;
};
