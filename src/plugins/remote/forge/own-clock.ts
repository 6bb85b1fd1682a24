import type { RemoteClock } from "../quota/quota-broker.ts";

/** Of this machine. */
export const ownClock: RemoteClock = {
  wallMs: Date.now,
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

export const pauseOn = ({ after }: RemoteClock, ms: number): Promise<void> =>
  new Promise((resolve) => void after(ms, resolve));
