/** One line a measurement: what it is, what came out, what is asked for, and whether that holds. */
export type Line = { readonly what: string; readonly measured: string; readonly goal: string; readonly holds: boolean };

export function ratio(what: string, ours: number, reference: number, atLeast: number): Line {
  const value = ours / reference;
  const measured = `${value.toFixed(2)} × (${perSecond(ours)} of ${perSecond(reference)})`;
  return { what, measured, goal: `≥ ${atLeast} ×`, holds: value >= atLeast };
}

/** Two durations: ours may take so many times as long. */
export function timesAtMost(what: string, oursMs: number, referenceMs: number, limit: number): Line {
  const value = oursMs / referenceMs;
  const measured = `${value.toFixed(2)} × (${oursMs.toFixed(1)} ms of ${referenceMs.toFixed(1)} ms)`;
  return { what, measured, goal: `≤ ${limit} ×`, holds: value <= limit };
}

export function atMost(what: string, value: number, limit: number, unit: string): Line {
  return { what, measured: `${round(value)} ${unit}`, goal: `< ${limit} ${unit}`, holds: value < limit };
}

export function exactly(what: string, value: number, goal: number): Line {
  return { what, measured: String(value), goal: String(goal), holds: value === goal };
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")}/s`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;
}
