import type { FleetView } from "../../../src/protocol/daemon/fleet.ts";
import { Chart } from "./chart.tsx";
import { formatMinuteTick, roundMinutes, formatStepName, useScale } from "./scale.ts";

const LINE = 12;

type Point = { readonly x: number; readonly median: number; readonly worst: number };

/** The median as a line, the worst tenth as a band above it; where nothing landed, nothing is drawn. */
export function LeadChart({ fleet: { steps, period } }: { readonly fleet: FleetView }) {
  const { xOf } = useScale();
  const runs = splitIntoRuns(steps, xOf);
  const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);
  const top = roundMinutes(Math.max(...steps.map(({ leadWorst }) => leadWorst ?? 0)));
  return (
    <Chart
      title="Lead time: median and 90th percentile"
      table={{
        head: ["from", "median minutes", "90th percentile"],
        rows: steps.map(({ at, leadMedian, leadWorst }) => [at, rounded(leadMedian), rounded(leadWorst)]),
      }}
      top={top}
      show={formatMinuteTick}
      steps={steps.map(({ at }) => formatStepName(at, period === "day"))}
    >
      {runs.map((run, index) => (
        <Run key={index} run={run} top={top} />
      ))}
      <Names last={runs.at(-1)?.at(-1)} top={top} />
    </Chart>
  );
}

/** At the end of what they name, not in a legend. */
function Names({ last, top }: { readonly last: Point | undefined; readonly top: number }) {
  const { box, plot, yOf } = useScale();
  if (last === undefined) return null;
  const [median, worst] = [yOf(last.median, top) + 4, yOf(last.worst, top) + 4];
  return (
    <g fontSize="12" fontFamily="system-ui, sans-serif" fill="var(--text-2)">
      <text x={box.left + plot.width + 10} y={median}>
        median
      </text>
      {median - worst > LINE && (
        <text x={box.left + plot.width + 10} y={worst}>
          90th percentile
        </text>
      )}
    </g>
  );
}

/** Stretches without a gap. */
function splitIntoRuns(
  steps: FleetView["steps"],
  xOf: ReturnType<typeof useScale>["xOf"],
): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]];
  for (const [index, { leadMedian, leadWorst }] of steps.entries()) {
    if (leadMedian === null || leadWorst === null) runs.push([]);
    else runs.at(-1)?.push({ x: xOf(index, steps.length), median: leadMedian, worst: leadWorst });
  }
  return runs.filter((run) => run.length > 0);
}

function Run({ run, top }: { readonly run: readonly Point[]; readonly top: number }) {
  const { yOf } = useScale();
  const line = (of: (point: Point) => number, points = run): string =>
    points.map((point) => `${point.x},${yOf(of(point), top)}`).join(" ");
  const band = `${line(({ worst }) => worst)} ${line(({ median }) => median, run.toReversed())}`;
  return (
    <g>
      <polygon points={band} fill="var(--chart-1)" opacity="0.18" />
      <polyline points={line(({ median }) => median)} fill="none" stroke="var(--chart-1)" strokeWidth="2" />
      {run.map((point) => (
        <g key={point.x}>
          <line
            x1={point.x}
            x2={point.x}
            y1={yOf(point.worst, top)}
            y2={yOf(point.median, top)}
            stroke="var(--chart-1)"
            opacity="0.35"
          />
          <circle cx={point.x} cy={yOf(point.median, top)} r="3" fill="var(--chart-1)" />
        </g>
      ))}
    </g>
  );
}
