/** The address is the state of the view: page, filters, tab, file, line. Back and Forward undo steps, never data. */
import { createStore, useAll, useStore } from "./external-store.ts";

export type Address = { readonly path: readonly string[]; readonly query: URLSearchParams };

const place = createStore<Address>(read());
addEventListener("popstate", () => place.set(read()));

export const readAddress = (): Address => place.get();
export const useAddress = (): Address => useAll(place);

/** One value of the query; null: not there. */
export const useQuery = (name: string): string | null => useStore(place, ({ query }) => query.get(name));

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (to === location.pathname + location.search) return;
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  place.set(read());
}

/** The same page with other values; null takes one away. */
export function changeQuery(change: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  return location.pathname + (query.size === 0 ? "" : `?${query.toString()}`);
}

export const setQuery = (change: Readonly<Record<string, string | null>>, how: "push" | "replace" = "replace"): void =>
  go(changeQuery(change), how);

export const formatSessionPath = (id: string, tab = ""): string =>
  `/sessions/${encodeURIComponent(id)}${tab === "" || tab.startsWith("?") ? tab : `/${tab}`}`;

/** The page of a change, whoever made it. */
export const formatChangePath = (id: string, project: string, query = ""): string =>
  `/changes/${encodeURIComponent(id)}?project=${encodeURIComponent(project)}${query === "" ? "" : `&${query}`}`;

function read(): Address {
  const path = location.pathname.split("/").filter((part) => part !== "");
  return { path: path.map(decodePart), query: new URLSearchParams(location.search) };
}

/** An address typed by hand may hold a lone `%`. */
function decodePart(part: string): string {
  return /%(?![0-9a-f]{2})/i.test(part) ? part : decodeURIComponent(part);
}
