/** Tasks with the same key run one after another, in the order they came. There is one daemon, so one queue is enough. */
const last = new Map<string, Promise<unknown>>();

export function runOneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = last.get(key) ?? Promise.resolve();
  const result = before.then(task);
  const end: Promise<unknown> = settleTask(result).finally(() => {
    if (last.get(key) === end) last.delete(key);
  });
  last.set(key, end);
  return result;
}

/** Who comes next waits for the end, good or bad; the error belongs to whoever asked. */
function settleTask(task: Promise<unknown>): Promise<unknown> {
  return Promise.allSettled([task]);
}
