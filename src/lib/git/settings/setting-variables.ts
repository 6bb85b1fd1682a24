/**
 * Settings of git as variables, where they must not stand in an argument or a file. `GIT_CONFIG_PARAMETERS` is how git
 * hands its `-c` on to the programs it starts, and every git reads it. `GIT_CONFIG_COUNT`, which an older git than 2.31
 * ignores, is only for the keys that the first cannot carry: it ends a key at the first `=`.
 */
import type { Setting } from "./parse-git-config.ts";

export function toSettingVariables(settings: readonly Setting[]): Readonly<Record<string, string>> {
  const numbered = settings.filter(({ key }) => key.includes("="));
  const quoted = settings.filter(({ key }) => !key.includes("=")).map(({ key, value }) => quote(`${key}=${value}`));
  const entries = numbered.flatMap(({ key, value }, n) => [
    [`GIT_CONFIG_KEY_${n}`, key],
    [`GIT_CONFIG_VALUE_${n}`, value],
  ]);
  return {
    ...(quoted.length === 0 ? {} : { GIT_CONFIG_PARAMETERS: quoted.join(" ") }),
    ...(numbered.length === 0 ? {} : { GIT_CONFIG_COUNT: String(numbered.length), ...Object.fromEntries(entries) }),
  };
}

/** As git quotes, and takes apart again. */
const quote = (text: string): string => `'${text.replaceAll(/['!]/g, (mark) => `'\\${mark}'`)}'`;
