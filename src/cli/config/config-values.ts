/** The value of a key and where it comes from: a line of a file, or built in. */
import { parseDocument } from "yaml";
import type { ConfigSource } from "../../config/config.ts";
import { explainKeys } from "../../config/explain/explain.ts";
import { findKey } from "../../config/document/find-key.ts";
import { load } from "../../config/load.ts";
import type { SettingPlace } from "../../config/problem.ts";
import { getKey } from "../../config/document/set.ts";
import { toConfigFailure } from "./config-failure.ts";
import { WrongUse } from "../run/wrong-use.ts";

export type ConfigValue = {
  readonly key: string;
  /** As it is written, before variables are filled in; null: nothing is set. */
  readonly value: string | null;
  readonly from: { readonly file: string; readonly line: number } | "built in";
};

/** Strongest file first. */
export function findValue(layers: readonly ConfigSource[], key: string): ConfigValue {
  const found = findKey(parseDocument(layers[0]?.text ?? ""), key);
  if (!found.ok) throw new WrongUse(`${found.sentence}; nothing was read`, { try: ["ao config-help"] });
  for (const source of layers) {
    const value = getKey(source, key);
    if (value !== null) return { key, value, from: { file: source.file, line: findLine(source, found.path) } };
  }
  return { key, value: findBuiltIn(key), from: "built in" };
}

/** Every key that a file sets, in the order it is written; a weaker file's only where the stronger one is silent. */
export function listWrittenValues(layers: readonly ConfigSource[], prefix: string): readonly ConfigValue[] {
  const seen = new Set<string>();
  return layers.flatMap((source) =>
    listLeaves(source)
      .filter(({ written }) => isUnder(written, prefix) && !seen.has(written))
      .map(({ written, line }): ConfigValue => {
        seen.add(written);
        return { key: written, value: getKey(source, written), from: { file: source.file, line } };
      }),
  );
}

/** What holds where nobody wrote anything. */
export function listBuiltInValues(prefix: string, written: readonly ConfigValue[]): readonly ConfigValue[] {
  const keys = new Set(written.map(({ key }) => key));
  return explainKeys()
    .filter(({ key, byDefault }) => byDefault !== null && isUnder(key, prefix) && !keys.has(key))
    .map(({ key, byDefault }) => ({ key, value: byDefault, from: "built in" as const }));
}

export const isUnder = (key: string, prefix: string): boolean =>
  prefix === "" || key === prefix || key.startsWith(`${prefix}.`) || key.startsWith(`${prefix}[`);

function findBuiltIn(key: string): string | null {
  const matches = (pattern: string): boolean => {
    const parts = pattern.split(".");
    const own = key.replaceAll(/\[\d+\]/g, "[]").split(".");
    return parts.length === own.length && parts.every((part, index) => part === "<name>" || part === own[index]);
  };
  return explainKeys().find((help) => matches(help.key))?.byDefault ?? null;
}

function listPlaces(source: ConfigSource): readonly SettingPlace[] {
  const loaded = load(source);
  if (!loaded.ok) throw toConfigFailure(loaded.problems, source.text, "nothing was read");
  return [...loaded.config.places.values()];
}

/** Places that no other place lies within. */
function listLeaves(source: ConfigSource): readonly SettingPlace[] {
  const places = listPlaces(source);
  const blocks = new Set(places.map(({ path }) => JSON.stringify(path.slice(0, -1))));
  return places.filter(({ path }) => path.length > 0 && !blocks.has(JSON.stringify(path)));
}

function findLine(source: ConfigSource, path: readonly (string | number)[]): number {
  const wanted = path.join(".");
  return (
    listPlaces(source).find(
      ({ written }) => written.replaceAll(/\[(\d+)\]/g, (_, n: string) => `.${Number(n) - 1}`) === wanted,
    )?.line ?? 1
  );
}
