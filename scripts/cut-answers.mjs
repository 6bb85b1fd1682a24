/**
 * What the operations of a published OpenAPI description answer, as JSON Schema, cut down to what a check needs: no words for
 * people, and of what is optional only what is small or needed elsewhere. What says no without a schema is a `basic-error`.
 */

const WORDS = new Set([
  ...["description", "example", "examples", "default", "title", "deprecated", "externalDocs", "x-github"],
  ...["minLength", "maxLength", "pattern", "readOnly", "writeOnly"],
]);
const OPTIONAL_BYTES_MAX = 90;
const PROPERTIES_FEW = 3;
const FORMATS = new Set(["uri", "date-time"]);

/** Kinds of an answer that nobody here is given. */
const OTHERS = new Set(["#/components/schemas/public-user"]);

export function cutAnswers(all, names, operationIn) {
  const cutting = { all, wanted: new Map() };
  cut(cutting, { $ref: "#/components/schemas/basic-error" });
  const answers = Object.fromEntries(names.map((name) => [name, answersTo(cutting, operationIn(all, name))]));
  return { answers, schemas: Object.fromEntries([...cutting.wanted].sort(([one], [other]) => (one < other ? -1 : 1))) };
}

function answersTo(cutting, { responses }) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, given]) => {
      const { headers = {}, content = {} } = whole(cutting.all, given);
      const schema = content["application/json"]?.schema;
      const told = Object.keys(headers).filter((name) => !name.startsWith("X-"));
      const isUsual = Number(status) >= 400 && schema?.$ref?.endsWith("/basic-error");
      const body = schema === undefined || isUsual ? {} : { schema: cut(cutting, schema) };
      return [status, { ...body, ...(told.length === 0 ? {} : { headers: told }) }];
    }),
  );
}

function cut(cutting, given) {
  if (given.$ref === undefined) return orNull(inner(cutting, given), given.nullable === true);
  const { all, wanted } = cutting;
  const target = whole(all, given);
  const name = nameOf(all, given);
  if (!wanted.has(name)) {
    wanted.set(name, null);
    wanted.set(name, inner(cutting, target));
  }
  return orNull({ $ref: `#/$defs/${name}` }, target.nullable === true);
}

/** `nullable-simple-user` is a `simple-user` that may be null. */
function nameOf(all, { $ref }) {
  const name = $ref.split("/").pop();
  const plain = name.replace(/^nullable-/, "");
  return plain in all.components.schemas ? plain : name;
}

function inner(cutting, schema) {
  const kept = Object.entries(schema).filter(([name]) => !WORDS.has(name) && name !== "nullable");
  const parts = kept.map(([name, value]) => [name, part(cutting, schema, name, value)]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

function part(cutting, schema, name, value) {
  if (name === "properties") return propertiesOf(cutting, schema);
  if (["items", "additionalProperties"].includes(name)) return typeof value === "object" ? cut(cutting, value) : value;
  if (name === "format") return FORMATS.has(value) ? value : undefined;
  if (!["oneOf", "anyOf", "allOf"].includes(name)) return value;
  return value.filter((one) => !OTHERS.has(one.$ref)).map((one) => cut(cutting, one));
}

function propertiesOf(cutting, { properties, required = [] }) {
  const isShort = Object.keys(properties).length <= PROPERTIES_FEW;
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => {
      const isKept = isShort || required.includes(name) || sizeOf(cutting, value) <= OPTIONAL_BYTES_MAX;
      return [name, isKept ? cut(cutting, value) : {}];
    }),
  );
}

/** With all that it names. */
function sizeOf(cutting, value, depth = 0) {
  const { all, wanted } = cutting;
  if (typeof value !== "object" || value === null) return String(value).length;
  if (value.$ref !== undefined) {
    const isFree = wanted.has(nameOf(all, value)) || depth > 5;
    return isFree ? 20 : sizeOf(cutting, whole(all, value), depth + 1);
  }
  const sizes = Object.entries(value)
    .filter(([name]) => !WORDS.has(name))
    .map(([name, one]) => name.length + 4 + sizeOf(cutting, one, depth));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function orNull(schema, isNullable) {
  if (!isNullable) return schema;
  const isPlain = typeof schema.type === "string" && schema.enum === undefined;
  return isPlain ? { ...schema, type: [schema.type, "null"] } : { anyOf: [schema, { type: "null" }] };
}

export function whole(all, value) {
  if (value?.$ref === undefined) return value;
  return value.$ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((inner, name) => inner[name], all);
}
