/** Of what a delivery speaks: names of repositories, teams and projects in it. Only compared, never obeyed. */
export function parseAbout(body: Buffer): readonly string[] | null {
  const payload = parsed(body.toString("utf8"));
  if (payload === null) return null;
  const names = [
    textAt(payload, "repository", "full_name"),
    textAt(payload, "project", "path_with_namespace"),
    textAt(payload, "data", "team", "key"),
    textAt(payload, "data", "teamId"),
    textAt(payload, "issue", "fields", "project", "key"),
  ];
  return names.flatMap((name) => (name === null ? [] : [name.toLowerCase()]));
}

/** GitHub can be told to send a form with the JSON in it. */
function parsed(text: string): unknown {
  const json = text.startsWith("payload=") ? (new URLSearchParams(text).get("payload") ?? "") : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  );
  return typeof found === "string" ? found : null;
}
