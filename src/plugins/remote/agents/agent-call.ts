/**
 * What agents ask a forge for themselves: only what reads, and only of the repository they work in. A forge says of each request
 * what becomes of it; all that it does not name is refused.
 */
export type AgentCall = {
  readonly method: string;
  /** Below the interface's root, without a slash before it; percent signs as they were sent. */
  readonly path: string;
  /** Parsed, of what is no GET. */
  readonly body: unknown;
  /** Agents were shown this thing in their repository. */
  readonly isShown: (node: string) => boolean;
};

export type AgentCallPermission =
  | {
      readonly ok: true;
      /** Where it is asked: below the interface's root, or beside it. */
      readonly path: string;
      readonly method: "GET" | "HEAD" | "POST";
      /** Which budget it counts against. */
      readonly resource: string;
      /** It describes the repository itself: credentials in it are taken out. */
      readonly isRepository: boolean;
    }
  | { readonly ok: false; readonly why: string };

export type JudgeCall = (call: AgentCall) => AgentCallPermission;

export const refuseCall = (why: string): AgentCallPermission => ({ ok: false, why });

export const isReading = (method: string): method is "GET" | "HEAD" => method === "GET" || method === "HEAD";

/** Parts of a path, each as it is meant; null: it is not plain, and could mean another place than it shows. */
export function splitPlainParts(path: string): readonly string[] | null {
  const parts: string[] = [];
  for (const part of path.split("/").filter((one) => one !== "")) {
    const meant = decodePart(part);
    if (meant === null || !isPlain(meant)) return null;
    parts.push(meant);
  }
  return parts;
}

const isPlain = (part: string): boolean =>
  !/[\\\u0000-\u001f\u007f]/.test(part) && part.split("/").every((name) => name !== "." && name !== "..");

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Of the first parts of a path, one list for each place that may be read, `*` for any one part. */
export function isAmong(parts: readonly string[], places: readonly string[]): boolean {
  return places.some((place) => {
    const names = place.split("/");
    return names.length <= parts.length && names.every((name, at) => name === "*" || name === parts[at]);
  });
}
