import type { SlotResult } from "./result.ts";

/** The nine moments at which a project may run something of its own. */
export const hookNames = [
  "before-assignment",
  "workspace-ready",
  "turn-ended",
  "before-change",
  "change-opened",
  "checks-done",
  "before-landing",
  "after-landing",
  "session-ended",
] as const;
export type HookName = (typeof hookNames)[number];

/**
 * A lifecycle hook. May be called twice for one deed (`key` tells). `before-*` hooks may veto with a reason, which is
 * shown to a person; the veto of any other hook is ignored and logged.
 */
export type HookPlugin = {
  readonly name: string;
  run(call: HookCall): Promise<SlotResult<HookAnswer>>;
};

export type HookCall = {
  readonly hook: HookName;
  readonly key: string;
  readonly project: string;
  readonly session: string | null;
  /** The change it is about, and all of them where it is about several: a candidate may land more than one. */
  readonly change: string | null;
  readonly changes: readonly string[];
};

export type HookAnswer = { readonly kind: "go_on" } | { readonly kind: "veto"; readonly reason: string };
