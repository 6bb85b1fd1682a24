import { useEffect, useRef, useState } from "react";

/** The same value, but another one at most so often: for what is dear to read again. */
export function useSlowly<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState(value);
  const changedMs = useRef(0);
  useEffect(() => {
    if (Object.is(shown, value)) return undefined;
    const timer = setTimeout(
      () => {
        changedMs.current = Date.now();
        setShown(value);
      },
      Math.max(0, changedMs.current + everyMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, shown, everyMs]);
  return shown;
}
