/** How many checks run at once, and who is next: what lands goes before the base, the base before the rest. */

export type Places = {
  /** Waits for a place and gives it; null when the signal called it off first. */
  readonly take: (urgency: Urgency, signal: AbortSignal) => Promise<Place | null>;
};

export type Place = { readonly giveBack: () => void };
/** Smaller is sooner. Equals go in the order they came. */
export type Urgency = 0 | 1 | 2;

type Waiting = { readonly urgency: Urgency; readonly enter: (place: Place) => void };

/** One for the whole daemon: projects share the machine. */
export function checkPlaces(max: () => number): Places {
  let taken = 0;
  let waiting: readonly Waiting[] = [];
  const letIn = (): void => {
    while (taken < Math.max(1, max())) {
      const next = waiting.reduce<Waiting | null>(
        (best, one) => (best === null || one.urgency < best.urgency ? one : best),
        null,
      );
      if (next === null) return;
      waiting = waiting.filter((one) => one !== next);
      taken += 1;
      next.enter(placeOf());
    }
  };
  const placeOf = (): Place => {
    let isGiven = false;
    const giveBack = (): void => {
      if (isGiven) return;
      isGiven = true;
      taken -= 1;
      letIn();
    };
    return { giveBack };
  };
  return {
    take: (urgency, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const leave = (): void => {
          waiting = waiting.filter((one) => one !== mine);
          resolve(null);
        };
        const mine: Waiting = {
          urgency,
          enter: (place) => {
            signal.removeEventListener("abort", leave);
            resolve(place);
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting = [...waiting, mine];
        letIn();
      }),
  };
}
