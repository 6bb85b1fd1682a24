import type { ChangeId, IssueId, SessionId } from "../domain/model/ids.ts";
import type { IssueProgress, IssueSnapshot } from "../domain/issue/issue.ts";
import type { IssueEditor } from "./issue-editor.ts";
import type { HintKind } from "./hint.ts";
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
  since(cursor: string | null): Promise<SlotResult<TrackerReading>>;
  /** Reads one issue as it is now. */
  read(issue: IssueId): Promise<SlotResult<IssueSnapshot, "gone">>;
  close(request: {
    readonly issue: IssueId;
    readonly text: string;
    readonly key: string;
  }): Promise<SlotResult<IssueSnapshot | null, "gone">>;
  /**
   * Shows in the tracker how far the work is, as the project's settings say (a state, a label, an assignee, a link to the
   * change). What shows it already is left alone, and so is a closed issue. Called again after a lost answer.
   */
  move?(move: IssueMove): Promise<SlotResult<IssueSnapshot | null, "gone">>;
  /** Does this one live here? Left out: all of the project's do. One that lives elsewhere starts nothing. */
  holds?(issue: IssueId): boolean;
  /** A hint that something happened there: whoever paces its readings asks soon. `of`: what it was; left out: anything. */
  wake?(of?: HintKind): void;
  /** What its deliveries call the repository: it may have been renamed since the settings named it. Left out: as they name it. */
  currentName?(): string;
  /** Left out: people write issues elsewhere, here they are only read. */
  readonly desk?: IssueEditor;
};

export type TrackerReading = {
  readonly issues: readonly IssueSnapshot[];
  readonly cursor: string;
  /** It was not time yet, so nobody was asked. */
  readonly unasked?: true;
};

export type IssueMove = {
  readonly issue: IssueId;
  /** Landing is told by `close`. */
  readonly to: Exclude<IssueProgress, "landed">;
  readonly session: SessionId;
  /** The newest of the session; `url` null: people cannot open it from elsewhere. */
  readonly change: { readonly id: ChangeId; readonly title: string; readonly url: string | null } | null;
  readonly key: string;
};
