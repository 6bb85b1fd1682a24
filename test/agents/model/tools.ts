/** Fills in the call of whichever tool the agent offers for the step that is due. */
import type { Step } from "./script.ts";

export type Tool = {
  readonly name: string;
  readonly schema: unknown;
  readonly namespace?: string | undefined;
  /** Takes free text instead of an object. */
  readonly isFree?: boolean;
};
export type ToolCall = {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly input: Fields;
  /** What a tool of free text is given. */
  readonly free: string | null;
};

type Fields = Readonly<Record<string, unknown>>;

const SHELL =
  /^(bash|shell|exec_command|shell_command|local_shell|run_shell_command|execute_command|run_command|run_commands|execute|terminal|developer__shell|runcommand)$/i;
const QUESTION = /^(askuserquestion|ask_user|request_user_input|question)$/i;

/** Null: the agent offers no tool for this. */
export function callFor(step: Step, tools: readonly Tool[]): ToolCall | null {
  const tool = tools.find(({ name }) => (step.kind === "ask" ? QUESTION : SHELL).test(name));
  if (tool !== undefined) {
    const known =
      step.kind === "ask" ? question(step.text, propertiesOf(tool.schema)) : command(step, propertiesOf(tool.schema));
    return { name: tool.name, namespace: tool.namespace, input: filled(tool.schema, known), free: null };
  }
  const free = step.kind === "sh" ? tools.find(({ name, isFree }) => isFree === true && name === "exec") : undefined;
  if (free === undefined) return null;
  const script = `const r = await tools.exec_command({cmd: ${JSON.stringify(step.text)}}); text(JSON.stringify(r));`;
  return { name: free.name, namespace: free.namespace, input: {}, free: script };
}

function command({ text, escalates }: Step, properties: Fields): Fields {
  const isList = (name: string): boolean => JSON.stringify(fieldsOf(properties[name])["type"] ?? "").includes("array");
  const words = (name: string): unknown => (isList(name) ? ["bash", "-lc", text] : text);
  const rights = escalates ? { sandbox_permissions: "require_escalated", justification: "the script asks for it" } : {};
  const known = {
    command: words("command"),
    cmd: words("cmd"),
    script: text,
    description: "scripted command",
    ...rights,
  };
  const named = Object.entries(known).filter(([name]) => name in properties);
  return named.length === 0 ? { command: text } : Object.fromEntries(named);
}

function question(text: string, properties: Fields): Fields {
  const options = ["red", "blue"].map((label) => ({ label, description: label }));
  const asked = { question: text, header: "Choice", multiSelect: false, options };
  return "questions" in properties ? { questions: [asked] } : { question: text };
}

/** What else is required gets a value of its kind. */
function filled(schema: unknown, known: Fields): Fields {
  const properties = propertiesOf(schema);
  const required = fieldsOf(schema)["required"];
  const missing = Array.isArray(required) ? required.map(String).filter((name) => !(name in known)) : [];
  return { ...known, ...Object.fromEntries(missing.map((name) => [name, valueFor(fieldsOf(properties[name]))])) };
}

function valueFor(property: Fields): unknown {
  const choices = property["enum"];
  if (Array.isArray(choices)) return choices[0];
  const type = JSON.stringify(property["type"] ?? "").toLowerCase();
  if (type.includes("boolean")) return false;
  if (type.includes("number") || type.includes("integer")) return 0;
  if (type.includes("array")) return [];
  return type.includes("object") ? {} : "scripted";
}

const propertiesOf = (schema: unknown): Fields => fieldsOf(fieldsOf(schema)["properties"]);
export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
/** The text of a message's content, whichever form it has. */
export const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listOf(content)
        .map((part) => String(part["text"] ?? ""))
        .join("\n");
