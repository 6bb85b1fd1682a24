/** A review in the making: comments on lines, kept in this browser until they are given to the agent. */
import { keep, readKept } from "../data/kept.ts";
import { createStore, useStore } from "../lib/external-store.ts";

export type RemarkDraft = { readonly path: string; readonly line: number; readonly text: string };

const all = createStore<ReadonlyMap<string, readonly RemarkDraft[]>>(new Map());
const none: readonly RemarkDraft[] = [];

export function useDrafts(change: string): readonly RemarkDraft[] {
  const known = useStore(all, (state) => state.get(change));
  return known ?? load(change);
}

export function saveDraft(change: string, draft: RemarkDraft): void {
  const others = load(change).filter(({ path, line }) => path !== draft.path || line !== draft.line);
  write(change, draft.text.trim() === "" ? others : [...others, draft]);
}

export const dropDraft = (change: string, { path, line }: RemarkDraft): void =>
  saveDraft(change, { path, line, text: "" });

export const dropDrafts = (change: string): void => write(change, none);

function write(change: string, drafts: readonly RemarkDraft[]): void {
  keep(`review.${change}`, drafts.length === 0 ? "" : JSON.stringify(drafts));
  all.set(new Map([...all.get(), [change, drafts]]));
}

const loaded = new Map<string, readonly RemarkDraft[]>();

function load(change: string): readonly RemarkDraft[] {
  const known = all.get().get(change) ?? loaded.get(change);
  if (known !== undefined) return known;
  const text = readKept(`review.${change}`);
  const found = text === "" ? none : parseDrafts(text);
  loaded.set(change, found);
  return found;
}

function parseDrafts(text: string): readonly RemarkDraft[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isDraft) : none;
}

function isDraft(value: unknown): value is RemarkDraft {
  if (typeof value !== "object" || value === null) return false;
  return "path" in value && "line" in value && "text" in value && typeof value.line === "number";
}
