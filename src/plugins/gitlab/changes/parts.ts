import type { ChangeParts } from "../../remote/forge/parts.ts";
import type { Pipelines } from "../checks/pipelines.ts";
import type { ProjectChecks } from "../checks/project-checks.ts";
import type { GitlabClient } from "../client.ts";
import type { GitlabAuthors } from "../authors.ts";

/** What reading and writing merge requests needs. */
export type GitlabChangeParts = Omit<ChangeParts, "source"> & {
  readonly client: GitlabClient;
  readonly people: GitlabAuthors;
  readonly pipelines: Pipelines;
  readonly projectChecks: ProjectChecks;
};
