export type GraphqlErrors = readonly { readonly type: string; readonly message: string }[];

/** `type` is where GitHub puts it, `extensions.type` or `extensions.code` where Linear does. */
export function parseGraphql(body: unknown): { readonly data: unknown; readonly errors: GraphqlErrors } {
  const { data = null, errors } = asObject(body);
  const listed = Array.isArray(errors) ? errors : [];
  return {
    data: data === null || data === undefined || isEmpty(data) ? null : data,
    errors: listed.map((error: unknown) => {
      const { type, message, extensions } = asObject(error);
      const { type: inner, code } = asObject(extensions);
      return {
        type: textOf(type) ?? textOf(code) ?? textOf(inner) ?? "",
        message: textOf(message) ?? "no reason given",
      };
    }),
  };
}

/** GitHub answers what was not found with `{ "repository": null }`. */
const isEmpty = (data: unknown): boolean => Object.values(asObject(data)).every((value) => value === null);

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
