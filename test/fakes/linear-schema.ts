/**
 * Linear's schema, from the types that its SDK publishes: the schema itself comes in no package. What they do not say
 * (defaults, which types are interfaces) no document of ours needs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSchema, type GraphQLSchema } from "graphql";

let built: GraphQLSchema | null = null;

/** Built once: it has a thousand types. */
export function linearSchema(): GraphQLSchema {
  built ??= buildSchema(definitionsOf(publishedTypes()), { assumeValidSDL: true });
  return built;
}

function publishedTypes(): string {
  const folder = dirname(fileURLToPath(import.meta.resolve("@linear/sdk")));
  const files = readdirSync(folder).filter((name) => name.endsWith(".d.mts"));
  const found = files.map((name) => readFileSync(join(folder, name), "utf8")).find((text) => text.includes(ROOT));
  if (found === undefined) throw new Error("Linear's SDK publishes no types");
  return found;
}

const ROOT = "\ntype Query = {\n";

type Field = { readonly name: string; readonly type: string };
type Published = {
  readonly objects: ReadonlyMap<string, readonly Field[]>;
  readonly enums: ReadonlyMap<string, string>;
  readonly unions: ReadonlyMap<string, string>;
};

/** All that a document can reach from the two roots; what it is given is an input, what it is answered a type. */
function definitionsOf(text: string): string {
  const published = readTypes(text);
  const done = new Map<string, string>([...BUILT_IN].map((name) => [name, ""]));
  const wanted: { readonly name: string; readonly kind: "type" | "input" }[] = [
    { name: "Query", kind: "type" },
    { name: "Mutation", kind: "type" },
  ];
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const { name, kind } = next;
    if (done.has(name)) continue;
    const want = (types: string, as: "type" | "input"): void =>
      void wanted.push(...namesIn(types).map((one) => ({ name: one, kind: as })));
    const union = published.unions.get(name);
    if (union !== undefined) want(union, kind);
    const fields = (published.objects.get(name) ?? []).map((field) => {
      const given = kind === "type" ? published.objects.get(argumentsName(name, field.name)) : undefined;
      want(field.type, kind);
      for (const { type } of given ?? []) want(type, "input");
      return `  ${field.name}${given === undefined ? "" : `(${given.map(written).join(", ")})`}: ${field.type}`;
    });
    done.set(name, union ?? published.enums.get(name) ?? objectOf(kind, name, fields));
  }
  return [...done.values()].join("\n");
}

const BUILT_IN = new Set(["ID", "String", "Boolean", "Int", "Float"]);

const namesIn = (types: string): readonly string[] =>
  [...types.replace(/^union \w+/, "").matchAll(/\w+/g)].map(([name]) => name);

const argumentsName = (type: string, field: string): string =>
  `${type}${field.charAt(0).toUpperCase()}${field.slice(1)}Args`;

const written = ({ name, type }: Field): string => `${name}: ${type}`;

const objectOf = (kind: string, name: string, fields: readonly string[]): string =>
  fields.length === 0 ? `scalar ${name}` : `${kind} ${name} {\n${fields.join("\n")}\n}`;

function readTypes(text: string): Published {
  const objects = [...text.matchAll(/^type (\w+) = (?:\w+ & )*\{\n([\s\S]*?)\n\};$/gm)];
  const enums = [...text.matchAll(/^declare enum (\w+) \{\n([\s\S]*?)\n\}$/gm)];
  const unions = [...text.matchAll(/^type (\w+) = (\w+(?: \| \w+)+);$/gm)];
  return {
    objects: new Map(objects.map(([, name = "", body = ""]) => [name, fieldsOf(body)])),
    enums: new Map(
      enums.map(([, name = "", body = ""]) => {
        const values = [...body.matchAll(/= "(\w+)",?$/gm)].map(([, value]) => value);
        return [name, `enum ${name} { ${values.join(" ")} }`];
      }),
    ),
    unions: new Map(unions.map(([, name = "", members = ""]) => [name, `union ${name} = ${members}`])),
  };
}

function fieldsOf(body: string): readonly Field[] {
  const fields = [...body.matchAll(/^ {2}(\w+)(\??): (.+);$/gm)].filter(([, name]) => name !== "__typename");
  return fields.map(([, name = "", mark = "", type = ""]) => ({
    name,
    type: mark === "?" ? nullable(type) : needed(type),
  }));
}

const needed = (type: string): string => {
  const inner = /^(?:Input)?Maybe<(.*)>$/.exec(type)?.[1];
  return inner === undefined ? `${bare(type)}!` : bare(inner);
};

const nullable = (type: string): string => bare(/^(?:Input)?Maybe<(.*)>$/.exec(type)?.[1] ?? type);

function bare(type: string): string {
  const item = /^Array<(.*)>$/.exec(type)?.[1];
  if (item !== undefined) return `[${needed(item)}]`;
  return /^Scalars\["(\w+)"\]$/.exec(type)?.[1] ?? type;
}
