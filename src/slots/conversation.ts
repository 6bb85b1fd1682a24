/**
 * What was said and done in one turn, as events that are the same for every tool. Read from the turn's output by its agent
 * plugin, shown by `ao logs` and by the API. They explain; nothing is decided from them.
 */
export type ConversationEvent = {
  /** Unique in its turn, and the same on every reading. */
  readonly id: string;
  /** How much of the turn's output had been read when this was known: a reader may go on behind it. */
  readonly outBytes: number;
} & ConversationEntry;

export type ConversationEntry =
  /** What the agent was told: the message that began the turn, or one sent into it. */
  | { readonly kind: "told"; readonly text: string }
  | { readonly kind: "message"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  /** A tool was called. `title` says it in one line: a command, a path. */
  | { readonly kind: "tool_began"; readonly call: string; readonly name: string; readonly title: string }
  | {
      readonly kind: "tool_ended";
      readonly call: string;
      readonly ok: boolean;
      /** Bounded: of a long output its beginning and its end. */
      readonly output: string;
      /** What it changed, as a unified diff; null where the tool does not say. */
      readonly diff: string | null;
    }
  | { readonly kind: "plan"; readonly steps: readonly PlanStep[] }
  /** `usd` and `tokens` of this turn so far; of the context window what is used and how large it is, where known. */
  | {
      readonly kind: "usage";
      readonly usd: number;
      readonly tokens: number;
      readonly contextUsed: number | null;
      readonly contextMax: number | null;
    }
  | {
      readonly kind: "question";
      readonly questionId: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  | {
      readonly kind: "answer";
      readonly questionId: string;
      readonly text: string;
      readonly by: "policy" | "person" | "agent";
    }
  /** The provider did not answer; the tool tries again by itself. */
  | { readonly kind: "retry"; readonly why: string; readonly attempt: number; readonly waitMs: number | null }
  | { readonly kind: "limit"; readonly why: string; readonly untilWallMs: number | null }
  /** Said by the tool about itself: a warning, a changed mode. */
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "ended"; readonly how: string; readonly why: string };

export type PlanStep = { readonly text: string; readonly state: "open" | "doing" | "done" };
