import type { FleetView } from "../../../src/protocol/daemon/fleet.ts";
import { Chart } from "./chart.tsx";
import { roundTop, formatStepName, useScale } from "./scale.ts";

const SERIES_MAX = 5;
const OTHER = "other";
const colours = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)", "var(--chart-5)"];

type Step = FleetView["steps"][number];

/** Five series at most; what comes behind them is one. */
export function LandedChart({ fleet: { steps, agents, period } }: { readonly fleet: FleetView }) {
  const { box, plot } = useScale();
  const names = listSeries(agents.map(({ name }) => name));
  const counts = (step: Step): readonly number[] => names.map((name) => countLanded(step, name, names));
  const totals = steps.map((step) => counts(step).reduce((sum, n) => sum + n, 0));
  const top = roundTop(Math.max(...totals));
  const labels = steps.map(({ at }) => formatStepName(at, period === "day"));
  return (
    <Chart
      title={period === "day" ? "Landed per hour, by agent" : "Landed per day, by agent"}
      table={{ head: ["from", ...names], rows: steps.map((step) => [step.at, ...counts(step)]) }}
      top={top}
      show={(value) => (Number.isInteger(value) ? String(value) : "")}
      steps={labels}
    >
      {steps.map((step, index) => (
        <Bar key={step.at} counts={counts(step)} index={index} of={steps.length} top={top} />
      ))}
      {names.map((name, index) => (
        <g key={name}>
          <rect x={box.left + plot.width + 10} y={box.top + index * 20} width="10" height="10" fill={colours[index]} />
          <text
            x={box.left + plot.width + 26}
            y={box.top + index * 20 + 9}
            fontSize="12"
            fontFamily="system-ui, sans-serif"
            fill="var(--text-2)"
          >
            {name.length > 11 ? `${name.slice(0, 10)}…` : name}
          </text>
        </g>
      ))}
    </Chart>
  );
}

function listSeries(names: readonly string[]): readonly string[] {
  return names.length <= SERIES_MAX ? names : [...names.slice(0, SERIES_MAX - 1), OTHER];
}

function countLanded(step: Step, name: string, names: readonly string[]): number {
  if (name !== OTHER) return step.landed[name] ?? 0;
  return Object.entries(step.landed).reduce((sum, [agent, n]) => (names.includes(agent) ? sum : sum + n), 0);
}

type BarProps = {
  readonly counts: readonly number[];
  readonly index: number;
  readonly of: number;
  readonly top: number;
};

function Bar({ counts, index, of, top }: BarProps) {
  const { box, plot, yOf } = useScale();
  const room = plot.width / of;
  const width = Math.min(room * 0.7, 28);
  const x = box.left + (index + 0.5) * room - width / 2;
  return (
    <g>
      {counts.map((count, series) => {
        const below = counts.slice(0, series).reduce((sum, n) => sum + n, 0);
        const y = yOf(below + count, top);
        return count === 0 ? null : (
          <rect key={series} x={x} y={y} width={width} height={yOf(below, top) - y} fill={colours[series]} />
        );
      })}
    </g>
  );
}
