/** What lies over the page: at most one. The palette's text is in the address like everything else. */
import { setQuery } from "../lib/address.ts";
import { createStore } from "../lib/external-store.ts";

export type Overlay =
  | { readonly kind: "none" }
  | { readonly kind: "keys" }
  | { readonly kind: "new_session" }
  | { readonly kind: "new_issue" }
  | { readonly kind: "stop"; readonly session: string };

export const overlay = createStore<Overlay>({ kind: "none" });

export const closeOverlay = (): void => overlay.set({ kind: "none" });
export const openKeys = (): void => overlay.set({ kind: "keys" });
export const openNewSession = (): void => overlay.set({ kind: "new_session" });
export const openNewIssue = (): void => overlay.set({ kind: "new_issue" });
export const openStop = (session: string): void => overlay.set({ kind: "stop", session });

export const openPalette = (text: string): void => setQuery({ find: text === "" ? "*" : text }, "push");
export const closePalette = (): void => setQuery({ find: null });
