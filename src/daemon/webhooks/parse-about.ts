/** Of what a delivery speaks, each kind of name by itself: in small letters, and only compared, never obeyed. */
export type About = Readonly<Partial<Record<AboutKind, string>>>;
export type AboutKind = "repository" | "teamKey" | "teamId" | "projectKey";

export function parseAbout(body: Buffer): About | null {
  const payload = parsed(body.toString("utf8"));
  if (payload === null) return null;
  return withNames({
    repository: textAt(payload, "repository", "full_name") ?? textAt(payload, "project", "path_with_namespace"),
    ...aboutLinear(payload),
    projectKey: textAt(payload, "issue", "fields", "project", "key") ?? prefixAt(payload, "issue", "key"),
  });
}

/** A comment tells of its issue's team only. */
function aboutLinear(payload: unknown): Readonly<Record<"teamKey" | "teamId", string | null>> {
  const first = (...paths: readonly (readonly string[])[]): string | null =>
    paths.map((path) => textAt(payload, ...path)).find((text) => text !== null) ?? null;
  return {
    teamKey:
      first(["data", "team", "key"], ["data", "issue", "team", "key"]) ??
      prefixAt(payload, "data", "issue", "identifier"),
    teamId: first(["data", "teamId"], ["data", "team", "id"], ["data", "issue", "teamId"]),
  };
}

/** `ENG-12` is an issue of `ENG`. */
const prefixAt = (payload: unknown, ...path: readonly string[]): string | null =>
  /^([A-Za-z]\w*)-\d+$/.exec(textAt(payload, ...path) ?? "")?.[1] ?? null;

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
