import type { IssueId } from "../domain/ids.ts";
import type { IssueSnapshot } from "../domain/issue.ts";
import type { IssueDesk } from "./issue-desk.ts";
import type { SlotResult } from "./result.ts";

/**
 * Where issues live. Reading may be stale (`version` tells), writing is idempotent by `key`: the tracker, or a marker in
 * the text, remembers it. Called by the tracker observer at its own pace and by performers.
 */
export type TrackerPlugin = {
  readonly name: string;
  /** Whose limits its requests count against; everything with the same credential shares one cool-down. */
  readonly credential: string;
  /** Every issue that changed after `cursor` (null: all open ones). Missing one now is healed by the next full read. */
  since(
    cursor: string | null,
  ): Promise<SlotResult<{ readonly issues: readonly IssueSnapshot[]; readonly cursor: string }>>;
  /** Reads one issue as it is now. */
  read(issue: IssueId): Promise<SlotResult<IssueSnapshot, "gone">>;
  close(request: {
    readonly issue: IssueId;
    readonly text: string;
    readonly key: string;
  }): Promise<SlotResult<IssueSnapshot | null, "gone">>;
  /** Left out: people write issues elsewhere, here they are only read. */
  readonly desk?: IssueDesk;
};
