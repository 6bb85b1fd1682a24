/** A chart's frame: title, drawing, the same figures as a table, and both to take away. */
import { useRef, type ReactNode } from "react";
import { complain } from "../data/notices.ts";
import { formatCsv, savePicture, saveText, type ChartTable } from "../lib/take-away.ts";
import { useScale } from "./scale.ts";

type Props = {
  readonly title: string;
  readonly table: ChartTable;
  /** Where the axis ends. */
  readonly top: number;
  /** What a value on the axis reads. */
  readonly show: (value: number) => string;
  readonly steps: readonly string[];
  readonly children: ReactNode;
};

export function Chart({ title, table, top, show, steps, children }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  const { box } = useScale();
  const file = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  return (
    <figure className="panel chart" data-chart={file}>
      <figcaption className="chart-head">
        <h2>{title}</h2>
        <span className="grow" />
        <button
          className="button plain"
          onClick={() => {
            if (drawing.current !== null) savePicture(drawing.current, box, `${file}.png`).catch(complain);
          }}
        >
          PNG
        </button>
        <button className="button plain" onClick={() => saveText(formatCsv(table), `${file}.csv`)}>
          CSV
        </button>
      </figcaption>
      <details className="chart-table">
        <summary>As a table</summary>
        <div className="scroll" tabIndex={0} aria-label={`${title}, as a table`}>
          <Rows table={table} />
        </div>
      </details>
      <svg
        ref={drawing}
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`${title}; the figures are in the table`}
      >
        <Axes top={top} show={show} steps={steps} />
        {children}
      </svg>
    </figure>
  );
}

function Rows({ table: { head, rows } }: { readonly table: ChartTable }) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          <tr key={index}>
            {cells.map((cell, column) => (
              <td key={column}>{cell ?? "–"}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const LINES = [0, 0.25, 0.5, 0.75, 1];

function Axes({ top, show, steps }: { readonly top: number } & Pick<Props, "show" | "steps">) {
  const { box, plot, namesMax, xOf, yOf } = useScale();
  const every = Math.ceil(steps.length / namesMax);
  return (
    <g fontSize="12" fontFamily="system-ui, sans-serif" fill="var(--text-3)">
      {LINES.map((part) => (
        <g key={part}>
          <line
            x1={box.left}
            x2={box.left + plot.width}
            y1={yOf(part * top, top)}
            y2={yOf(part * top, top)}
            stroke="var(--border)"
          />
          <text x={box.left - 8} y={yOf(part * top, top) + 4} textAnchor="end">
            {show(part * top)}
          </text>
        </g>
      ))}
      {steps.map((name, index) =>
        index % every === 0 ? (
          <text key={index} x={xOf(index, steps.length)} y={box.height - 8} textAnchor="middle">
            {name}
          </text>
        ) : null,
      )}
    </g>
  );
}
