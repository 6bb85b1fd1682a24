/** Lines of the protocol become types here. Null: not understood, perhaps of a later version. */
import { isSize, type TerminalSize } from "./terminal-size.ts";
import type { HostResponse, Argv, AttachTarget, Event, HostGreeting, HostRequest, ViewerInput } from "./protocol.ts";

type Fields = Readonly<Record<string, unknown>>;

export function parseHostRequest(line: string): HostRequest | { readonly id: number; readonly ask: null } | null {
  const fields = parseFields(line);
  if (fields === null || typeof fields["id"] !== "number") return null;
  const { id } = fields;
  switch (fields["ask"]) {
    case "start":
      return areTexts(fields, "directory") && isArgv(fields["argv"]) && isStdio(fields["stdio"])
        ? (fields as HostRequest)
        : { id, ask: null };
    case "write":
      return areTexts(fields, "directory", "frameId", "bytes") ? (fields as HostRequest) : { id, ask: null };
    case "attach":
      return isTarget(fields["target"]) && hasSize(fields["size"]) && isPart(fields["as"])
        ? (fields as HostRequest)
        : { id, ask: null };
    default:
      return { id, ask: null };
  }
}

export function parseViewerInput(line: string): ViewerInput | null {
  const fields = parseFields(line);
  switch (fields?.["tell"]) {
    case "keys":
      return areTexts(fields, "bytes") ? (fields as ViewerInput) : null;
    case "resize":
      return hasSize(fields["size"]) ? (fields as ViewerInput) : null;
    case "take_over":
    case "hand_back":
    case "redraw":
      return fields as ViewerInput;
    default:
      return null;
  }
}

export function parseHostGreeting(line: string): HostGreeting | null {
  const fields = parseFields(line);
  return fields?.["host"] === "ao" && typeof fields["protocol"] === "number" ? (fields as HostGreeting) : null;
}

export function parseHostAnswer(line: string): HostResponse | null {
  const fields = parseFields(line);
  if (typeof fields?.["id"] !== "number" || typeof fields["ok"] !== "boolean") return null;
  return areTexts(fields, ...(fields["ok"] ? ["value"] : ["code", "message"])) ? (fields as HostResponse) : null;
}

export function parseEvent(line: string): Event | null {
  const fields = parseFields(line);
  switch (fields?.["event"]) {
    case "screen":
      return areTexts(fields, "bytes") && hasSize(fields["size"]) ? (fields as Event) : null;
    case "data":
      return areTexts(fields, "bytes") ? (fields as Event) : null;
    case "typing":
      return typeof fields["isTyping"] === "boolean" ? (fields as Event) : null;
    case "resized":
      return hasSize(fields["size"]) ? (fields as Event) : null;
    case "closed":
      return fields as Event;
    default:
      return null;
  }
}

function parseFields(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Fields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const areTexts = (fields: Fields, ...names: readonly string[]): boolean =>
  names.every((name) => typeof fields[name] === "string");
const isArgv = (value: unknown): value is Argv =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
const isStdio = (value: unknown): boolean => value === "screen" || value === "frames";
const isPart = (value: unknown): boolean => value === "type" || value === "watch";
const hasSize = (value: unknown): boolean =>
  typeof value === "object" && value !== null && isSize(value as TerminalSize);

function isTarget(value: unknown): value is AttachTarget {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Fields;
  return typeof fields["directory"] === "string" || (isArgv(fields["program"]) && isArgv(fields["replay"]));
}
