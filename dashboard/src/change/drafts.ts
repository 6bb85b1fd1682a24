/** A review in the making: comments on lines, kept in this browser until they are given to the agent. */
import { keep, kept } from "../data/kept.ts";
import { createStore, useStore } from "../lib/external-store.ts";

export type Draft = { readonly path: string; readonly line: number; readonly text: string };

const all = createStore<ReadonlyMap<string, readonly Draft[]>>(new Map());
const none: readonly Draft[] = [];

export function useDrafts(change: string): readonly Draft[] {
  const known = useStore(all, (state) => state.get(change));
  return known ?? load(change);
}

export function saveDraft(change: string, draft: Draft): void {
  const others = load(change).filter(({ path, line }) => path !== draft.path || line !== draft.line);
  write(change, draft.text.trim() === "" ? others : [...others, draft]);
}

export const dropDraft = (change: string, { path, line }: Draft): void => saveDraft(change, { path, line, text: "" });

export const dropDrafts = (change: string): void => write(change, none);

function write(change: string, drafts: readonly Draft[]): void {
  keep(`review.${change}`, drafts.length === 0 ? "" : JSON.stringify(drafts));
  all.set(new Map([...all.get(), [change, drafts]]));
}

const loaded = new Map<string, readonly Draft[]>();

function load(change: string): readonly Draft[] {
  const known = all.get().get(change) ?? loaded.get(change);
  if (known !== undefined) return known;
  const text = kept(`review.${change}`);
  const found = text === "" ? none : draftsIn(text);
  loaded.set(change, found);
  return found;
}

function draftsIn(text: string): readonly Draft[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isDraft) : none;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  return "path" in value && "line" in value && "text" in value && typeof value.line === "number";
}
