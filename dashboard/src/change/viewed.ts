/** Which files the reader has looked at, as they are: a file that changes is new again. */
import { keep, readKept } from "../data/kept.ts";
import { createStore, useStore } from "../lib/external-store.ts";

const marks = createStore<ReadonlyMap<string, boolean>>(new Map());

export type FileMark = { readonly change: string; readonly path: string; readonly patch: string };

export const useIsViewed = (mark: FileMark): boolean => {
  const name = formatMarkName(mark);
  return useStore(marks, (all) => all.get(name)) ?? isViewed(mark);
};

export const isViewed = (mark: FileMark): boolean => readKept(formatMarkName(mark)) === hashText(mark.patch);

export function setViewed(mark: FileMark, viewed: boolean): void {
  keep(formatMarkName(mark), viewed ? hashText(mark.patch) : "");
  marks.set(new Map([...marks.get(), [formatMarkName(mark), viewed]]));
}

const formatMarkName = ({ change, path }: FileMark): string => `viewed.${change}.${path}`;

function hashText(text: string): string {
  let hash = 5381;
  for (let index = 0; index < text.length; index += 1) hash = (hash * 33) ^ text.charCodeAt(index);
  return (hash >>> 0).toString(36);
}
