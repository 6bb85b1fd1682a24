/** Work that several may wait for at once: done once, and called off when the last one who waits has left. */
export type SharedWork<T> = {
  readonly join: (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T | null>;
  /** Calls off everything and waits for its end. */
  readonly end: () => Promise<void>;
};

type Running<T> = { readonly result: Promise<T>; readonly stop: AbortController; waiting: number };

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();
  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => {
      if (running.get(key) === task) running.delete(key);
    });
    const task: Running<T> = { result, stop, waiting: 0 };
    running.set(key, task);
    return task;
  };
  return {
    join: (key, signal, work) => {
      if (signal.aborted) return Promise.resolve(null);
      const known = running.get(key);
      const task = known === undefined || known.stop.signal.aborted ? begin(key, work) : known;
      task.waiting += 1;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          task.waiting -= 1;
          if (task.waiting === 0) task.stop.abort();
          resolve(null);
        };
        signal.addEventListener("abort", leave, { once: true });
        task.result.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
      });
    },
    end: async () => {
      const tasks = [...running.values()];
      for (const task of tasks) task.stop.abort();
      await Promise.allSettled(tasks.map((task) => task.result));
    },
  };
}
