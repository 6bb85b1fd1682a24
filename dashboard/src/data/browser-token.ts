/**
 * What this browser speaks to the daemon with. The browser keeps it for our exact origin: pages of other ports of this
 * machine, which agents serve, belong to other origins.
 */
import { keep, readKept } from "./kept.ts";

const TOKEN = "browser";
const ID = "browser-id";

/** Empty: it is not signed in. */
export const readBrowserToken = (): string => readKept(TOKEN);

/** The daemon's name for this browser, also when it is not signed in any more; undefined: it never was. */
export const readBrowserId = (): string | undefined => (readKept(ID) === "" ? undefined : readKept(ID));

export function keepBrowser({ id, token }: { readonly id: string; readonly token: string }): void {
  keep(ID, id);
  keep(TOKEN, token);
}

/** The daemon does not know this one any more. Another tab may have signed in meanwhile: that one stays. */
export function dropBrowserToken(token: string): void {
  if (readBrowserToken() === token) keep(TOKEN, "");
}

/** Resolves when this browser is signed in again, by whatever tab. */
export function waitUntilSignedIn(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (readBrowserToken() === "") return;
      removeEventListener("storage", look);
      resolve();
    };
    addEventListener("storage", look);
    look();
  });
}
