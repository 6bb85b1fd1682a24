/** The JSON Schema of the file, for editors: generated from the shape, with every way to write a key. */
import * as z from "zod";
import { listKeyForms } from "./key-forms.ts";
import { shape } from "./shape.ts";

export type Schema = z.core.JSONSchema.BaseSchema;

/** What may be written in the file, each key by its canonical name. */
export function buildCanonicalJsonSchema(): Schema {
  return z.toJSONSchema(shape, {
    io: "input",
    target: "draft-7",
    override: ({ jsonSchema }) => {
      nameDefault(jsonSchema);
      widenNumbers(jsonSchema);
    },
  });
}

function nameDefault(schema: Schema): void {
  if (schema["byDefault"] === undefined) return;
  schema.default = schema["byDefault"];
  delete schema["byDefault"];
}

/** `2_000_000` and `${PORT}` are text to an editor. */
const NUMBER_AS_TEXT = String.raw`^(\d+(_\d+)+|\$\{\w+\})$`;

function widenNumbers(schema: Schema): void {
  if (schema.type !== "integer" && schema.type !== "number") return;
  // Zod states the range of safe integers; nobody needs to read it.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const { type, minimum, maximum } = schema;
  delete schema.type;
  delete schema.minimum;
  delete schema.maximum;
  const range = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  schema.anyOf = [
    { type, ...range },
    { type: "string", pattern: NUMBER_AS_TEXT },
  ];
}

export function buildConfigJsonSchema(): Schema {
  const schema = buildCanonicalJsonSchema();
  addForms(schema, "#");
  return {
    ...schema,
    title: "agent-orchestrator.yaml",
    description: "Settings of Agent Orchestrator. Every key is optional.",
  };
}

/** Each other form of a key points to the canonical one. */
function addForms(schema: Schema, pointer: string): void {
  const { properties } = schema;
  for (const [step, inner] of listProperties(schema)) addForms(inner, `${pointer}/${step}`);
  if (properties === undefined) return;
  const names = Object.keys(properties);
  for (const name of names) {
    const others = listKeyForms(name, names).filter((form) => form !== name);
    for (const form of others) properties[form] = { $ref: `${pointer}/properties/${name}` };
  }
}

function listProperties({
  properties = {},
  additionalProperties,
  items,
  anyOf = [],
}: Schema): readonly (readonly [string, Schema])[] {
  const all: readonly (readonly [string, unknown])[] = [
    ...Object.entries(properties).map(([name, own]) => [`properties/${name}`, own] as const),
    ["additionalProperties", additionalProperties],
    ["items", items],
    ...anyOf.map((option, index) => [`anyOf/${index}`, option] as const),
  ];
  return all.flatMap(([step, inner]) => (isSchema(inner) ? [[step, inner] as const] : []));
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
