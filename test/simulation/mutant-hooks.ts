/** Applies a mutant's patches to the sources while they are loaded, in this thread only. */
import { registerHooks } from "node:module";
import type { Mutant } from "./mutants/mutant.ts";

const src = new URL("../../src/", import.meta.url).href;

export function applyPatches({ name, patches }: Mutant): void {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const own = patches.filter(({ file }) => url === src + file);
      if (own.length === 0) return loaded;
      let source = String(loaded.source);
      for (const { file, find, replace } of own) source = patched(source, { file, find, replace }, name);
      return { ...loaded, source };
    },
  });
}

/** The text with the one place replaced; a place that is not there, or there twice, is an error. */
export function patched(source: string, patch: Mutant["patches"][number], name: string): string {
  const pieces = source.split(patch.find);
  if (pieces.length !== 2)
    throw new Error(`${name}: in ${patch.file} this stands ${pieces.length - 1} times: ${patch.find}`);
  return pieces.join(patch.replace);
}
