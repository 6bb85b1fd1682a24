/** What an agent may ask with its own token: how its own session is, and what was said in it. It commands nothing. */
import type { RouteName } from "../../protocol/paths.ts";
import type { Caller } from "./access.ts";
import { refusal } from "./refusal.ts";

/** By the field of its input that names the session. */
const READABLE: { readonly [Name in RouteName]?: "id" | "session" } = {
  session: "id",
  status: "id",
  why: "id",
  logs: "id",
  conversation: "id",
  events: "session",
};

/** Before anything of the request is read. */
export function checkAgentRoute(caller: Caller, name: RouteName): void {
  if (caller.kind === "agent" && READABLE[name] === undefined) throw notItsOwn(caller.session);
}

/** `input` is what the endpoint gets, so that both speak of the same session. */
export function checkAgentInput(caller: Caller, name: RouteName, input: Readonly<Record<string, unknown>>): void {
  if (caller.kind === "agent" && input[READABLE[name] ?? ""] !== caller.session) throw notItsOwn(caller.session);
}

const notItsOwn = (session: string) =>
  refusal("forbidden", `nothing was done: an agent's token only reads about its own session ${session}`);
