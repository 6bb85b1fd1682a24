/** In by a link that is good once, out by a click. */
import { loginPath } from "../../../src/protocol/paths.ts";
import { go } from "../lib/address.ts";
import { nameBrowser } from "../lib/browser-name.ts";
import { createStore } from "../lib/external-store.ts";
import { readBrowserId, readBrowserToken, dropBrowserToken, keepBrowser } from "./browser-token.ts";
import { anybody, client } from "./client.ts";

/** Why the link that was followed did not sign in; null: it did, or there was none. */
export const refusedLink = createStore<string | null>(null);

/** The ticket stands behind the #. It goes from the address at once, so that nobody finds it in the history. */
export async function followLink(): Promise<void> {
  if (location.pathname !== loginPath) return;
  const given = new URLSearchParams(location.hash.slice(1));
  go(toOwnPage(given.get("to") ?? "/"), "replace");
  const ticket = given.get("ticket") ?? "";
  if (ticket === "") return;
  const id = readBrowserId();
  const name = nameBrowser(navigator.userAgent);
  try {
    keepBrowser(await anybody.signIn({ ticket, name, ...(id === undefined ? {} : { id }) }));
  } catch (error) {
    refusedLink.set(error instanceof Error ? error.message : String(error));
  }
}

/** A page of ours, whatever the link says. */
function toOwnPage(to: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(to) && !to.startsWith(loginPath) ? to : "/";
}

/** This browser. What its page knows goes with it. */
export async function signOutHere(): Promise<void> {
  const id = readBrowserId();
  if (id !== undefined) await client.signOut({ id });
  dropBrowserToken(readBrowserToken());
  location.assign("/");
}
