import type { ChangeParts } from "../../remote/forge/parts.ts";
import type { NamedReports } from "../checks/artifacts.ts";
import type { Repository } from "../checks/repository.ts";
import type { Client } from "../client.ts";
import type { People } from "../people.ts";

/** What reading and writing pull requests needs. */
export type GithubParts = Omit<ChangeParts, "source"> & {
  readonly client: Client;
  readonly people: People;
  readonly repository: Repository;
  readonly junit?: NamedReports;
};
