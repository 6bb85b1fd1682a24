/** What a `package.json` says of itself. One that cannot be read says nothing. */
import { parseJsonTable } from "./parse-json.ts";
import { getTable, getText, getTexts } from "./parse-toml.ts";

export type PackageFile = {
  readonly scripts: ReadonlyMap<string, string>;
  readonly hasDependencies: boolean;
  /** Patterns of the folders of its packages. */
  readonly workspaces: readonly string[];
  /** Of the field of that name, `pnpm@9.1.0+sha…`; null: it names none. */
  readonly manager: { readonly name: string; readonly version: string } | null;
  /** Versions of `node`, `npm`, … that it asks for. */
  readonly engines: ReadonlyMap<string, string>;
};

export function parsePackage(text: string): PackageFile {
  const table = parseJsonTable(text);
  const dependencies = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    Object.keys(getTable(table, kind)),
  );
  const [, name = "", version = ""] = /^([a-z]+)@(\d[\w.-]*)/.exec(getText(table, "packageManager") ?? "") ?? [];
  return {
    scripts: new Map(listTextEntries(getTable(table, "scripts"))),
    // Of the packages of a workspace, too.
    hasDependencies: dependencies.length > 0 || Object.hasOwn(table, "workspaces"),
    workspaces: [...getTexts(table, "workspaces"), ...getTexts(getTable(table, "workspaces"), "packages")],
    manager: name === "" ? null : { name, version },
    engines: new Map(listTextEntries(getTable(table, "engines"))),
  };
}

const listTextEntries = (table: Readonly<Record<string, unknown>>): readonly [string, string][] =>
  Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[key, value]] : [],
  );
