import { useSyncExternalStore } from "react";

/** Too small for columns side by side. */
const narrow = matchMedia("(max-width: 1080px)");
const phone = matchMedia("(max-width: 600px)");

export const useIsNarrow = (): boolean => useMatches(narrow);
export const useIsPhone = (): boolean => useMatches(phone);

function useMatches(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
