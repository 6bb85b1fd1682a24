import type { ChangeParts } from "../../remote/forge/parts.ts";
import type { NamedReports } from "../checks/artifacts.ts";
import type { RepositoryFacts } from "../checks/repository.ts";
import type { GithubClient } from "../client.ts";
import type { GithubAuthors } from "../authors.ts";

/** What reading and writing pull requests needs. */
export type GithubParts = Omit<ChangeParts, "source"> & {
  readonly client: GithubClient;
  readonly people: GithubAuthors;
  readonly repository: RepositoryFacts;
  readonly junit?: NamedReports;
};
