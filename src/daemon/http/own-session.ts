/** What an agent may ask with its own token: how its own session is, and what was said in it. It commands nothing. */
import type { RouteName } from "../../protocol/paths.ts";
import type { Caller } from "./access.ts";
import { refusal } from "./refusal.ts";
import type { Match } from "./router.ts";

const READABLE: readonly RouteName[] = ["session", "status", "why", "logs", "conversation"];

export function refuseOthers(caller: Caller, { name, params }: Match, url: URL): void {
  if (typeof caller === "string") return;
  const asked = name === "events" ? url.searchParams.get("session") : params["id"];
  if ((name === "events" || READABLE.includes(name)) && asked === caller.session) return;
  throw refusal("forbidden", `nothing was done: an agent's token only reads about its own session ${caller.session}`);
}
