/** A value that tells a part of what its JSON Schema asks for, filled up with the barest that fits: null where that may be. */
import * as z from "zod";

export type Schema = Parameters<typeof z.fromJSONSchema>[0];
export const schema = z.custom<Schema>((value) => typeof value === "object" || typeof value === "boolean");

type Schemas = Readonly<Record<string, Schema>>;
type Plain = Exclude<Schema, boolean>;
export const namedSchema = z.custom<Plain>((value) => typeof value === "object" && value !== null);

export type FilledIn = {
  readonly value: unknown;
  /** What is told and the schema does not name. */
  readonly unknown: string | null;
};

export function fillIn(asked: Schema, given: unknown, schemas: Schemas): FilledIn {
  const unknown: string[] = [];
  const value = filled(asked, given, []);
  return { value, unknown: unknown[0] ?? null };

  function filled(wanted: Schema, value: unknown, path: readonly string[]): unknown {
    const plain = resolve(wanted, schemas);
    if (value === null) return null;
    const [first, ...others] = choices(plain);
    if (first !== undefined)
      return filled([first, ...others].find((one) => suits(one, value, schemas)) ?? first, value, path);
    if (Array.isArray(value)) {
      const { items } = plain;
      return items === undefined || Array.isArray(items)
        ? value
        : value.map((item, n) => filled(items, item, [...path, String(n)]));
    }
    return isObject(value) ? filledObject(plain, value, path) : value;
  }

  function filledObject(plain: Plain, value: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
    const { properties, required } = fieldsOf(plain, schemas);
    if (Object.keys(properties).length === 0) return value;
    const told = Object.entries(value).filter(([, one]) => one !== undefined);
    for (const [name] of told) if (!(name in properties)) unknown.push([...path, name].join("."));
    const absent = required.filter((name) => value[name] === undefined);
    return Object.fromEntries([
      ...absent.map((name) => [name, barest(properties[name] ?? {}, schemas)]),
      ...told.map(([name, one]) => [name, filled(properties[name] ?? {}, one, [...path, name])]),
    ]);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function resolve(wanted: Schema, schemas: Schemas): Plain {
  if (typeof wanted === "boolean") return {};
  const name = wanted.$ref?.replace("#/$defs/", "");
  return name === undefined ? wanted : resolve(schemas[name] ?? {}, schemas);
}

const choices = ({ anyOf = [], oneOf = [] }: Plain): readonly Schema[] => [...anyOf, ...oneOf];

/** Is it of that kind? Objects are told apart by the words that they may have. */
function suits(wanted: Schema, value: unknown, schemas: Schemas): boolean {
  const plain = resolve(wanted, schemas);
  if (choices(plain).length > 0) return choices(plain).some((one) => suits(one, value, schemas));
  if (!isObject(value)) return plain.type === typeof value || (plain.type === "array" && Array.isArray(value));
  const { properties } = fieldsOf(plain, schemas);
  return (
    Object.keys(properties).length > 0 &&
    Object.entries(value).every(([name, one]) => {
      const words = resolve(properties[name] ?? {}, schemas).enum;
      return words === undefined || one === undefined || words.some((word) => word === one);
    })
  );
}

type Fields = { readonly properties: Schemas; readonly required: readonly string[] };

/** Of several that hold together, those of all. */
function fieldsOf({ properties = {}, required = [], allOf = [] }: Plain, schemas: Schemas): Fields {
  const parts = allOf.map((one) => fieldsOf(resolve(one, schemas), schemas));
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...required, ...parts.flatMap((part) => part.required)],
  };
}

const WORDS: Readonly<Record<string, unknown>> = {
  uri: "https://github.test/api/v3/filled-in",
  "date-time": "2026-01-05T00:00:00Z",
};

function barest(wanted: Schema, schemas: Schemas): unknown {
  const plain = resolve(wanted, schemas);
  const all = choices(plain);
  if (all.some((one) => resolve(one, schemas).type === "null")) return null;
  if (all[0] !== undefined) return barest(all[0], schemas);
  return plain.enum?.[0] ?? barestPlain(plain, schemas);
}

function barestPlain(plain: Plain, schemas: Schemas): unknown {
  const types = [plain.type ?? "object"].flat();
  if (types.includes("null")) return null;
  if (types.includes("object")) return fillIn(plain, {}, schemas).value;
  if (types.includes("string")) return WORDS[plain.format ?? ""] ?? "filled in";
  return types.includes("array") ? [] : types.includes("boolean") ? false : 1;
}
