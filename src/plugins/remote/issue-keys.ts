/** Two projects may read the same team: an issue's id says whose it is, `app#ENG-12`, and people write `ENG-12`. */
import { issueId, type IssueId } from "../../domain/model/ids.ts";

export type IssueKeys = {
  readonly id: (key: string) => IssueId;
  /** The tracker's own name of it, from an id or from what people write. */
  readonly key: (name: string) => string;
};

export function createIssueKeys(project: string): IssueKeys {
  const prefix = `${project}#`;
  return {
    id: (key) => issueId(`${prefix}${key}`),
    key: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name.trim().replace(/^#/, "")),
  };
}
