/** What a `pyproject.toml` says: whether it makes a package, and where a tool is asked for. */
import { listIn, parseToml, tableIn, tablesIn, textIn, textsIn, type Table } from "./parse-toml.ts";

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
  const project = tableIn(table, "project");
  const poetry = tableIn(table, "tool", "poetry");
  const poetryGroups = tablesIn(tableIn(poetry, "group"));
  const uvDefaults = tableIn(table, "tool", "uv");
  return {
    isPackage: Object.hasOwn(table, "project") || Object.hasOwn(table, "build-system"),
    requiresPython: textIn(project, "requires-python"),
    hasTool: (name, ...inner) => {
      const parent = tableIn(table, "tool", ...[name, ...inner].slice(0, -1));
      return Object.hasOwn(parent, inner.at(-1) ?? name);
    },
    required: namesOf([...textsIn(project, "dependencies"), ...Object.keys(tableIn(poetry, "dependencies"))]),
    extras: new Map(extrasOf(project, poetry)),
    groups: new Map([
      ...groupsOf(tableIn(table, "dependency-groups"), [["dev", textsIn(uvDefaults, "dev-dependencies")]]),
      ...poetryGroups.map(([name, group]) => [name, namesOf(Object.keys(tableIn(group, "dependencies")))] as const),
      ...(Object.hasOwn(poetry, "dev-dependencies")
        ? [["dev", namesOf(Object.keys(tableIn(poetry, "dev-dependencies")))] as const]
        : []),
    ]),
    defaultGroups: defaultsOf(uvDefaults),
    optionalGroups: poetryGroups.filter(([, group]) => group["optional"] === true).map(([name]) => name),
  };
}

function defaultsOf(uv: Table): readonly string[] | null {
  if (uv["default-groups"] === "all") return null;
  return Object.hasOwn(uv, "default-groups") ? textsIn(uv, "default-groups") : ["dev"];
}

function extrasOf(project: Table, poetry: Table): readonly (readonly [string, ReadonlySet<string>])[] {
  return [tableIn(project, "optional-dependencies"), tableIn(poetry, "extras")].flatMap((extras) =>
    Object.keys(extras).map((name) => [name, namesOf(textsIn(extras, name))] as const),
  );
}

/** A group may include others. */
function groupsOf(
  table: Table,
  further: readonly (readonly [string, readonly string[]])[],
): readonly (readonly [string, ReadonlySet<string>])[] {
  const membersOf = (name: string, seen: readonly string[]): readonly string[] => {
    if (seen.includes(name)) return [];
    const included = listIn(table, name).flatMap((one) => {
      const inner = textIn(tableIn({ one }, "one"), "include-group");
      return inner === null ? [] : membersOf(inner, [...seen, name]);
    });
    return [...textsIn(table, name), ...included];
  };
  const own = Object.keys(table).map((name) => [name, namesOf(membersOf(name, []))] as const);
  const others = further.filter(([name, members]) => members.length > 0 && !Object.hasOwn(table, name));
  return [...own, ...others.map(([name, members]) => [name, namesOf(members)] as const)];
}

/** Of requirements as they are written: `pytest-cov[toml]>=4; python_version > "3.8"`. */
export const namesOf = (requirements: readonly string[]): ReadonlySet<string> =>
  new Set(requirements.flatMap((text) => /^\s*([A-Za-z0-9][\w.-]*)/.exec(text)?.[1]?.toLowerCase() ?? []));
