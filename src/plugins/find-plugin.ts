/** Plugins by the slots they fill and by their names. */
import { builtIn } from "./index.ts";
import type { Plugin } from "./plugin.ts";

/** Of a plugin, what fills one slot. */
export type Filling<Slot extends keyof Plugin> = {
  readonly plugin: Plugin;
  readonly part: NonNullable<Plugin[Slot]>;
};

/** In the order of the list. */
export const pluginsWith = <Slot extends keyof Plugin>(
  slot: Slot,
  plugins: readonly Plugin[] = builtIn,
): readonly Filling<Slot>[] =>
  plugins.flatMap((plugin) => {
    const part = plugin[slot];
    return part === undefined || part === null ? [] : [{ plugin, part }];
  });

export const findPlugin = <Slot extends keyof Plugin>(
  slot: Slot,
  name: string,
  plugins: readonly Plugin[] = builtIn,
): Filling<Slot> | undefined => pluginsWith(slot, plugins).find(({ plugin }) => isCalled(plugin, name));

const isCalled = ({ name, words }: Plugin, written: string): boolean =>
  words === undefined ? name === written : words.pattern.test(written);
