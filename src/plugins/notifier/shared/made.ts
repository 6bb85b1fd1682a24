/** What a notifier is made of, and why one may not be made. */
import type { NotifierPlugin } from "../../../slots/notifier.ts";

export type NotifierOptions = {
  /** The name that the settings give it: two of one plugin are told apart by it. */
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly env: NodeJS.ProcessEnv;
};

export type MadeNotifier =
  { readonly ok: true; readonly notifier: NotifierPlugin } | { readonly ok: false; readonly why: string };

export type MakeNotifier = (options: NotifierOptions) => MadeNotifier;
