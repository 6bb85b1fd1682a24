import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { client } from "../data/client.ts";
import { news } from "../data/fleet.ts";
import { useResource, type Resource } from "../data/resource.ts";
import { useAll } from "../lib/external-store.ts";
import { useSlowly } from "../lib/slowly.ts";

const READ_EVERY_MS = 1_500;

export type IssueQuery = { readonly project: string; readonly all: boolean };

export function useIssues({ project, all }: IssueQuery): Resource<IssueView[]> & { readonly reload: () => void } {
  return useResource(
    `issues ${project} ${String(all)}`,
    () => client.listIssues({ ...(project === "" ? {} : { project }), ...(all ? { all } : {}) }),
    useNewest(READ_EVERY_MS),
  );
}

/** The newest event of all, told no more often than that. */
export const useNewest = (everyMs: number): number => useSlowly(useAll(news).size === 0 ? 0 : findNewest(), everyMs);

function findNewest(): number {
  let latest = 0;
  for (const seq of news.get().values()) latest = Math.max(latest, seq);
  return latest;
}
