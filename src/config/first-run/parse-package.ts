/** What a `package.json` says of itself. One that cannot be read says nothing. */
export type PackageFile = { readonly scripts: ReadonlyMap<string, string>; readonly hasDependencies: boolean };

export function parsePackage(text: string): PackageFile {
  const value = parsed(text);
  const scripts = Object.entries(objectIn(value, "scripts")).flatMap(([name, script]): [string, string][] =>
    typeof script === "string" ? [[name, script]] : [],
  );
  const dependencies = ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
    Object.keys(objectIn(value, kind)),
  );
  return { scripts: new Map(scripts), hasDependencies: dependencies.length > 0 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function objectIn(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return {};
  const inner: unknown = (value as Readonly<Record<string, unknown>>)[key];
  return typeof inner === "object" && inner !== null ? (inner as Readonly<Record<string, unknown>>) : {};
}
