/** Which files the reader has looked at, as they are: a file that changes is new again. */
import { keep, kept } from "../data/kept.ts";
import { createStore, useStore } from "../lib/external-store.ts";

const marks = createStore<ReadonlyMap<string, boolean>>(new Map());

export type FileMark = { readonly change: string; readonly path: string; readonly patch: string };

export const useIsViewed = (mark: FileMark): boolean => {
  const name = nameOf(mark);
  return useStore(marks, (all) => all.get(name)) ?? isViewed(mark);
};

export const isViewed = (mark: FileMark): boolean => kept(nameOf(mark)) === hashOf(mark.patch);

export function setViewed(mark: FileMark, viewed: boolean): void {
  keep(nameOf(mark), viewed ? hashOf(mark.patch) : "");
  marks.set(new Map([...marks.get(), [nameOf(mark), viewed]]));
}

const nameOf = ({ change, path }: FileMark): string => `viewed.${change}.${path}`;

function hashOf(text: string): string {
  let hash = 5381;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 33) ^ text.charCodeAt(index);
  return (hash >>> 0).toString(36);
}
