/**
 * What the daemon answered, as types. The daemon has checked it against the schema of its route; here only the outline is
 * looked at, so that an answer of something else (a proxy's page, say) is not taken for one.
 */
import type { ErrorView } from "../daemon/error.ts";
import type { RouteName } from "../paths.ts";
import { ApiError } from "./api-error.ts";
import type { RouteAnswer } from "./calls.ts";

export function parseAnswer<Name extends RouteName>(name: Name, status: number, text: string): RouteAnswer<Name> {
  const value = parseJson(text);
  if (status >= 200 && status < 300 && isRecord(value)) return value as RouteAnswer<Name>;
  throw parseRefusal(status, text, name);
}

export function parseRefusal(status: number, text: string, name: string): ApiError {
  const value = parseJson(text);
  const error = isRecord(value) ? value["error"] : undefined;
  if (isRecord(error) && typeof error["code"] === "string" && typeof error["message"] === "string")
    return new ApiError(status, error as ErrorView);
  const message = `unexpected response to ${name} (status ${status}); is another program on this port? ${text.slice(0, 120)}`;
  return new ApiError(status, { code: "internal", message });
}

/** The data of one event of a stream. */
export function parseData<Data extends object>(text: string): Data {
  const value = parseJson(text);
  if (!isRecord(value)) throw new Error(`invalid JSON in the event stream: ${text.slice(0, 120)}`);
  return value as Data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Error);
}
