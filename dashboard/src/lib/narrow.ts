import { useSyncExternalStore } from "react";

/** Too small for columns side by side. */
const narrow = matchMedia("(max-width: 1080px)");

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener("change", listener);
      return () => narrow.removeEventListener("change", listener);
    },
    () => narrow.matches,
  );
}
