export type GraphqlErrors = readonly {
  readonly type: string;
  readonly message: string;
  /** Where in the data something is missing for it; empty: nobody knows. */
  readonly path: readonly string[];
}[];

/** `type` is where GitHub puts it, `extensions.type` or `extensions.code` where Linear does; that has words for people, too. */
export function parseGraphql(body: unknown): { readonly data: unknown; readonly errors: GraphqlErrors } {
  const { data = null, errors } = toObject(body);
  const listed = Array.isArray(errors) ? errors : [];
  return {
    data: data === null || data === undefined || isEmpty(data) ? null : data,
    errors: listed.map((error: unknown) => {
      const { type, message, path, extensions } = toObject(error);
      const { type: inner, code, userPresentableMessage: told } = toObject(extensions);
      return {
        type: readText(type) ?? readText(code) ?? readText(inner) ?? "",
        message: [...new Set([readText(message) ?? "no reason given", readText(told) ?? ""])]
          .filter(Boolean)
          .join(": "),
        path: Array.isArray(path) ? path.map(String) : [],
      };
    }),
  };
}

/** GitHub answers what was not found with `{ "repository": null }`; what the question cost stands beside it all the same. */
const isEmpty = (data: unknown): boolean =>
  Object.entries(toObject(data)).every(([name, value]) => value === null || name === "rateLimit");

const readText = (value: unknown): string | null => (typeof value === "string" ? value : null);

const toObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
