import type { SessionId } from "../domain/model/ids.ts";
import type { SlotResult } from "./result.ts";

/** Shows a session's terminal to a person (web, tmux, iTerm2). Changes no facts; called twice it opens a second view. */
export type TerminalPlugin = {
  readonly name: string;
  /** Can it open anything here and now? The sentence says why not. */
  available(): Promise<SlotResult<null, "not_here">>;
  open(view: TerminalView): Promise<SlotResult<null, "not_here">>;
};

export type TerminalView = {
  readonly session: SessionId;
  readonly title: string;
  /** The program that attaches to the session, for terminals that run one. */
  readonly attach: readonly [string, ...string[]];
  readonly url: string;
};
