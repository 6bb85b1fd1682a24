/**
 * The sentence inside an error answer: GitHub `message`, GitLab `message` or `error`, Jira `errorMessages`, GraphQL `errors`,
 * and what Linear has for people beside its own message.
 */
const SAID_MAX = 400;

export function parseSaid(body: unknown): string {
  const found = collectTexts(body).join("; ").replaceAll(/\s+/g, " ").trim();
  return found.length > SAID_MAX ? `${found.slice(0, SAID_MAX)}…` : found;
}

function collectTexts(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (depth > 3 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((item) => collectTexts(item, depth + 1));
  const object = value as Readonly<Record<string, unknown>>;
  const named = [...NAMES.flatMap((name) => collectTexts(object[name], depth + 1)), ...readUserMessage(object)];
  // Jira and GitLab name the field: { "errors": { "summary": "is required" } }.
  const fields = Object.entries(object).filter(([, item]) => typeof item === "string" || Array.isArray(item));
  if (named.length > 0 || depth === 0) return named;
  return fields.slice(0, 5).map(([name, item]) => `${name} ${collectTexts(item, depth + 1).join(", ")}`);
}

const NAMES = ["message", "errorMessages", "errors", "error_description", "error"];

function readUserMessage({ extensions }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof extensions !== "object" || extensions === null || !("userPresentableMessage" in extensions)) return [];
  return collectTexts(extensions.userPresentableMessage);
}

/** Null: this is no JSON, whatever its header says. An empty body is `null` in JSON's sense. */
export function parseJsonBody(text: string): { readonly json: unknown } | null {
  if (text.trim() === "") return { json: null };
  try {
    const json: unknown = JSON.parse(text);
    return { json };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
