/** What a `pyproject.toml` says: whether it makes a package, and where a tool is asked for. */
import { listIn, parseToml, getTable, listTables, getText, getTexts, type TomlTable } from "./parse-toml.ts";

export type Pyproject = {
  /** It can be installed: it has metadata, or says how it is built. */
  readonly isPackage: boolean;
  readonly requiresPython: string | null;
  readonly hasTool: (name: string, ...inner: readonly string[]) => boolean;
  /** Names of requirements, in lower case, that are always installed. */
  readonly required: ReadonlySet<string>;
  readonly extras: ReadonlyMap<string, ReadonlySet<string>>;
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** Groups that are installed unless somebody says otherwise, by uv; null: all. */
  readonly defaultGroups: readonly string[] | null;
  /** Groups of Poetry that are not installed unless asked for. */
  readonly optionalGroups: readonly string[];
};

export function parsePyproject(text: string): Pyproject {
  const table = parseToml(text);
  const project = getTable(table, "project");
  const poetry = getTable(table, "tool", "poetry");
  const poetryGroups = listTables(getTable(poetry, "group"));
  const uvDefaults = getTable(table, "tool", "uv");
  return {
    isPackage: Object.hasOwn(table, "project") || Object.hasOwn(table, "build-system"),
    requiresPython: getText(project, "requires-python"),
    hasTool: (name, ...inner) => {
      const parent = getTable(table, "tool", ...[name, ...inner].slice(0, -1));
      return Object.hasOwn(parent, inner.at(-1) ?? name);
    },
    required: parsePackageNames([
      ...getTexts(project, "dependencies"),
      ...Object.keys(getTable(poetry, "dependencies")),
    ]),
    extras: new Map(listExtras(project, poetry)),
    groups: new Map([
      ...listGroups(getTable(table, "dependency-groups"), [["dev", getTexts(uvDefaults, "dev-dependencies")]]),
      ...poetryGroups.map(
        ([name, group]) => [name, parsePackageNames(Object.keys(getTable(group, "dependencies")))] as const,
      ),
      ...(Object.hasOwn(poetry, "dev-dependencies")
        ? [["dev", parsePackageNames(Object.keys(getTable(poetry, "dev-dependencies")))] as const]
        : []),
    ]),
    defaultGroups: readDefaultGroups(uvDefaults),
    optionalGroups: poetryGroups.filter(([, group]) => group["optional"] === true).map(([name]) => name),
  };
}

function readDefaultGroups(uv: TomlTable): readonly string[] | null {
  if (uv["default-groups"] === "all") return null;
  return Object.hasOwn(uv, "default-groups") ? getTexts(uv, "default-groups") : ["dev"];
}

function listExtras(project: TomlTable, poetry: TomlTable): readonly (readonly [string, ReadonlySet<string>])[] {
  return [getTable(project, "optional-dependencies"), getTable(poetry, "extras")].flatMap((extras) =>
    Object.keys(extras).map((name) => [name, parsePackageNames(getTexts(extras, name))] as const),
  );
}

/** A group may include others. */
function listGroups(
  table: TomlTable,
  further: readonly (readonly [string, readonly string[]])[],
): readonly (readonly [string, ReadonlySet<string>])[] {
  const membersOf = (name: string, seen: readonly string[]): readonly string[] => {
    if (seen.includes(name)) return [];
    const included = listIn(table, name).flatMap((one) => {
      const inner = getText(getTable({ one }, "one"), "include-group");
      return inner === null ? [] : membersOf(inner, [...seen, name]);
    });
    return [...getTexts(table, name), ...included];
  };
  const own = Object.keys(table).map((name) => [name, parsePackageNames(membersOf(name, []))] as const);
  const others = further.filter(([name, members]) => members.length > 0 && !Object.hasOwn(table, name));
  return [...own, ...others.map(([name, members]) => [name, parsePackageNames(members)] as const)];
}

/** Of requirements as they are written: `pytest-cov[toml]>=4; python_version > "3.8"`. */
export const parsePackageNames = (requirements: readonly string[]): ReadonlySet<string> =>
  new Set(requirements.flatMap((text) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(text)?.[1]?.toLowerCase() ?? []));
