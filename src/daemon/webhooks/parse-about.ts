/** Of what a delivery speaks, each kind of name by itself: in small letters, and only compared, never obeyed. */
export type About = Readonly<Partial<Record<AboutKind, string>>>;
export type AboutKind = "repository" | "teamKey" | "teamId" | "projectKey";

export function parseAbout(body: Buffer): About | null {
  const payload = parsed(body.toString("utf8"));
  if (payload === null) return null;
  return withNames({
    repository: textAt(payload, "repository", "full_name") ?? textAt(payload, "project", "path_with_namespace"),
    teamKey: textAt(payload, "data", "team", "key"),
    teamId: textAt(payload, "data", "teamId") ?? textAt(payload, "data", "team", "id"),
    projectKey: textAt(payload, "issue", "fields", "project", "key"),
  });
}

const withNames = (names: Readonly<Record<AboutKind, string | null>>): About =>
  Object.fromEntries(
    Object.entries(names).flatMap(([kind, name]) => (name === null ? [] : [[kind, name.toLowerCase()]])),
  );

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
