import type { SessionId } from "../../../domain/ids.ts";
import type { References } from "../../shared/references.ts";
import type { FailureParts } from "../checks/failure.ts";
import type { Repository } from "../checks/repository.ts";
import type { Client } from "../client.ts";
import type { KeptFile } from "../kept-file.ts";
import type { People } from "../people.ts";

/** What reading and writing changes needs. */
export type ChangeParts = {
  readonly client: Client;
  readonly kept: KeptFile;
  readonly people: People;
  readonly references: References;
  readonly defaultBranch: string;
  readonly failures: FailureParts;
  readonly repository: Repository;
  readonly logDirOf: (session: SessionId) => string;
};
