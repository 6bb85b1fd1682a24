/**
 * The schedule that nobody can beat without changing the work: turns and checks on their slots, everything between them for
 * nothing. A change lands by a candidate, one after another; where the base has moved since its session began, the
 * candidate is checked by itself.
 */
export type Slots = { readonly turns: number; readonly checks: number };
/** Seconds; a session whose first head is red has a second turn, after its check was run twice. */
export type Work = { readonly turnsS: readonly number[]; readonly checkS: number };

type Job = { readonly of: number; readonly seconds: number; readonly then: () => void };
/** Waiting jobs; those that go first stand before the others. */
type Resource = { free: number; readonly waiting: Job[] };

/** How many seconds it takes until the last one has landed. */
export function idealSeconds(sessions: readonly Work[], slots: Slots): number {
  let now = 0;
  const running: { readonly endsAt: number; readonly resource: Resource; readonly then: () => void }[] = [];
  const turns: Resource = { free: slots.turns, waiting: [] };
  const checks: Resource = { free: slots.checks, waiting: [] };
  const ask = (resource: Resource, job: Job, first: boolean): void => {
    if (first) resource.waiting.unshift(job);
    else resource.waiting.push(job);
  };
  const begin = (resource: Resource): void => {
    for (; resource.free > 0; resource.free -= 1) {
      const job = resource.waiting.shift();
      if (job === undefined) return;
      if (begunAt[job.of] === undefined) begunAt[job.of] = landings;
      running.push({ endsAt: now + job.seconds, resource, then: job.then });
    }
  };

  /** How often the base had moved when the session began. */
  const begunAt: (number | undefined)[] = [];
  let landings = 0;
  let isLanding = false;
  const queue: number[] = [];
  const landNext = (): void => {
    const of = isLanding ? undefined : queue.shift();
    if (of === undefined) return;
    isLanding = true;
    const landed = (): void => {
      landings += 1;
      isLanding = false;
      landNext();
    };
    if (begunAt[of] === landings) landed();
    else ask(checks, { of, seconds: sessions[of]?.checkS ?? 0, then: landed }, true);
  };
  const turn = (of: number, n: number): void => {
    const { turnsS = [], checkS = 0 } = sessions[of] ?? {};
    const isLast = n === turnsS.length - 1;
    const green = (): void => {
      queue.push(of);
      landNext();
    };
    const red = (): void => ask(checks, { of, seconds: checkS, then: () => turn(of, n + 1) }, false);
    const check: Job = { of, seconds: checkS, then: isLast ? green : red };
    ask(turns, { of, seconds: turnsS[n] ?? 0, then: () => ask(checks, check, false) }, n > 0);
  };

  for (const of of sessions.keys()) turn(of, 0);
  while (landings < sessions.length) {
    begin(turns);
    begin(checks);
    const next = running.toSorted((a, b) => a.endsAt - b.endsAt)[0];
    if (next === undefined) throw new Error("nothing is under way");
    running.splice(running.indexOf(next), 1);
    now = next.endsAt;
    next.resource.free += 1;
    next.then();
  }
  return now;
}
