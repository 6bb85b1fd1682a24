/** The order of tasks: what others wait for first, then the more urgent, then the older. */
export type Task = {
  readonly id: string;
  readonly priority: number;
  readonly createdMs: number;
  /** What must be done first, of those that are not. */
  readonly waitsFor: readonly string[];
};

export type PlacedTask<T> = { readonly task: T; readonly wave: number | null };

/** Of those that wait for themselves, by way of others, the wave is null; they come last. */
export function sortIntoWaves<T extends Task>(tasks: readonly T[]): readonly PlacedTask<T>[] {
  const wave = new Map<string, number>();
  const known = new Set(tasks.map(({ id }) => id));
  for (let left = tasks; left.length > 0;) {
    const ready = left.filter(({ waitsFor }) => waitsFor.every((id) => wave.has(id) || !known.has(id)));
    if (ready.length === 0) break;
    // What nobody here plans (another project's, or hidden) is waited for like the first wave.
    const levels = ready.map(({ waitsFor }) => 1 + Math.max(0, ...waitsFor.map((id) => wave.get(id) ?? 1)));
    ready.forEach(({ id }, at) => wave.set(id, levels[at] ?? 1));
    left = left.filter(({ id }) => !wave.has(id));
  }
  return tasks
    .map((task) => ({ task, wave: wave.get(task.id) ?? null }))
    .toSorted(
      (left, right) => (left.wave ?? Infinity) - (right.wave ?? Infinity) || compareUrgency(left.task, right.task),
    );
}

function compareUrgency(left: Task, right: Task): number {
  if (left.priority !== right.priority) return left.priority - right.priority;
  return left.createdMs - right.createdMs || (left.id < right.id ? -1 : 1);
}
