import type { Priority } from "../domain/model/rules.ts";
import type { NoticeSubject } from "../domain/core/effect.ts";
import type { Known } from "../domain/model/known.ts";
import type { SlotResult } from "./result.ts";

/** Tells a person (desktop, Slack, webhook). Called by the `notify` performer, and by the daemon for what waited. */
export type NotifierPlugin = {
  readonly name: string;
  /** Answers by what the channel knows its message from then on, where `settle` needs that; else null. */
  notify(notice: Notice): Promise<SlotResult<string | null>>;
  /** Was this notice sent? Asked after a crash. `unknown` where the channel cannot tell: it is then sent again. */
  wasSent(key: string): Promise<SlotResult<Known<boolean>>>;
  /**
   * The cause is gone: marks what was told as over, where it stands. Called by the daemon after `notify`, and again when that
   * failed or its answer got lost. Left out: what this channel was told stays as it is.
   */
  readonly settle?: (told: SentNotice) => Promise<SlotResult<null>>;
};

/** A notice, and what `notify` answered to it. */
export type SentNotice = { readonly notice: Notice; readonly ref: string | null };

export type Notice = {
  readonly key: string;
  readonly title: string;
  readonly message: string;
  readonly level: Priority;
  readonly sessionId: string | null;
  readonly url: string | null;
  /** Whose facts say whether it is still so, once it has waited; left out: it is always worth telling. */
  readonly about?: NoticeSubject;
  /** An earlier attempt may have told it, though nobody can say so yet: it is never told together with others. */
  readonly maybeSent?: true;
};
