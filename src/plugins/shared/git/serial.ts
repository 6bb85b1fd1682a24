/** One after another: what reads the repository, thinks, and then writes must not be overtaken by another of its kind. */
export type Serial = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    // Whoever called hears of a failure; the next in line only waits for the end.
    last = Promise.allSettled([next]);
    return next;
  };
}
