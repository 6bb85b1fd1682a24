/**
 * Virtual time. `awakeMs` counts only while the machine is awake and drives every event; `wallMs` is the clock on the
 * wall, which a sleep of the machine moves ahead of it. Nothing happens unless somebody calls `step`.
 */

type Event = { readonly atMs: number; readonly n: number; run: (() => void) | null };

/** Monday 5 January 2026, 00:00 UTC: a week and a day begin with the world. */
const WORLD_BEGINS_MS = 1_767_571_200_000;

const MINUTE_MS = 60_000;
const WEEK_MINUTES = 7 * 24 * 60;

export class VirtualClock {
  awakeMs = 0;
  private asleepMs = 0;
  /** When the machine slept, and what its sleep added up to by then. */
  private readonly sleeps: { readonly awakeMs: number; readonly asleepMs: number }[] = [];
  private scheduled = 0;
  private readonly heap: Event[] = [];

  get wallMs(): number {
    return WORLD_BEGINS_MS + this.awakeMs + this.asleepMs;
  }

  /** What the clock on the wall showed when so much time had been spent awake. */
  wallAt(awakeMs: number): number {
    const asleepMs = this.sleeps.findLast((sleep) => sleep.awakeMs <= awakeMs)?.asleepMs ?? 0;
    return WORLD_BEGINS_MS + Math.max(0, awakeMs) + asleepMs;
  }

  /** The most that a daemon may have counted by then which takes each sleep for no more than this. */
  mostCountedMs(ofSleepMs: number, awakeMs = this.awakeMs): number {
    let countedMs = awakeMs;
    let beforeMs = 0;
    for (const sleep of this.sleeps.filter((other) => other.awakeMs <= awakeMs)) {
      countedMs += Math.min(sleep.asleepMs - beforeMs, ofSleepMs);
      beforeMs = sleep.asleepMs;
    }
    return countedMs;
  }

  /** Minutes since Monday, 00:00 UTC. */
  weekMinute(wallMs = this.wallMs): number {
    const minute = Math.floor((wallMs - WORLD_BEGINS_MS) / MINUTE_MS) % WEEK_MINUTES;
    return (minute + WEEK_MINUTES) % WEEK_MINUTES;
  }

  /** Runs `run` in so many milliseconds; the answer calls it off. Equal times run in the order they were asked for. */
  after(ms: number, run: () => void): () => void {
    this.scheduled += 1;
    const event: Event = { atMs: this.awakeMs + Math.max(0, ms), n: this.scheduled, run };
    this.push(event);
    return () => {
      event.run = null;
    };
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Runs the next event. False: there is none. What it woke goes on in microtasks, which the caller lets run. */
  step(): boolean {
    for (let event = this.pop(); event !== undefined; event = this.pop()) {
      const run = event.run;
      if (run === null) continue;
      this.awakeMs = event.atMs;
      event.run = null;
      run();
      return true;
    }
    return false;
  }

  /** When the next event is due, in awake time; null when nothing will ever happen again. */
  nextMs(): number | null {
    while (this.heap[0]?.run === null) this.pop();
    return this.heap[0]?.atMs ?? null;
  }

  /** The lid was closed: the wall clock leaps, and whatever was under way has as much left to do as before. */
  jump(ms: number): void {
    this.asleepMs += ms;
    this.sleeps.push({ awakeMs: this.awakeMs, asleepMs: this.asleepMs });
  }

  /** Steps until `pending` is settled. For tests that want one answer and no scheduler. */
  async drive<T>(pending: Promise<T>): Promise<T> {
    let settled = false;
    const mark = (): void => {
      settled = true;
    };
    pending.then(mark, mark);
    for (let idle = 0; !settled;) {
      await letMicrotasksRun();
      if (settled) break;
      idle = this.step() ? 0 : idle + 1;
      if (idle > 2) throw new Error("the promise waits for something that will never happen");
    }
    return pending;
  }

  private push(event: Event): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || isBefore(parent, event)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = event;
  }

  private pop(): Event | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      const leftAt = 2 * at + 1;
      const left = heap[leftAt];
      if (left === undefined) break;
      const right = heap[leftAt + 1];
      const [childAt, child] = right !== undefined && isBefore(right, left) ? [leftAt + 1, right] : [leftAt, left];
      if (isBefore(last, child)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(left: Event, right: Event): boolean {
  return left.atMs !== right.atMs ? left.atMs < right.atMs : left.n < right.n;
}

/** Enough turns of the microtask queue for the longest chain of awaits behind one answer. */
export async function letMicrotasksRun(turns = 24): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await null;
}
