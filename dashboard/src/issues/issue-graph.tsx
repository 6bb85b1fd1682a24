import { useMemo } from "react";
import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { Link } from "../lib/link.tsx";
import { Glyph } from "../parts/glyph.tsx";
import { Empty } from "../parts/states.tsx";
import { layOutGraph, NODE, type Edge } from "./graph-layout.ts";
import { formatIssuePath } from "./issue-deeds.ts";
import { chooseIssueGlyph, describeState } from "./issue-row.tsx";

const NODES_MAX = 150;

/** What has to be done first, from left to right. The list has the same content. */
export function IssueGraph({ issues }: { readonly issues: readonly IssueView[] }) {
  const { nodes, edges, width, height } = useMemo(() => layOutGraph(issues), [issues]);
  if (issues.length > NODES_MAX)
    return (
      <Empty title={`${issues.length} issues are too many for one picture.`}>
        <p>Filter by label, or look at the list.</p>
      </Empty>
    );
  return (
    <div className="panel graph" tabIndex={0} aria-label="Dependencies">
      <div style={{ position: "relative", width, height }}>
        <svg width={width} height={height} aria-hidden className="graph-lines">
          <defs>
            <marker
              id="tip"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 1 7 4 0 7z" fill="context-stroke" />
            </marker>
          </defs>
          {edges.map((edge, index) => (
            <path
              key={index}
              d={drawEdge(edge)}
              className={edge.isLongest ? "longest" : ""}
              fill="none"
              markerEnd="url(#tip)"
            />
          ))}
        </svg>
        <ul>
          {nodes.map(({ issue, x, y }) => (
            <li
              key={issue.id}
              style={{ position: "absolute", left: x, top: y, width: NODE.width, height: NODE.height }}
            >
              <Link className="graph-node" href={formatIssuePath(issue)} title={issue.title}>
                <span className="graph-top">
                  <Glyph name={chooseIssueGlyph(issue)} />
                  <span className="mono">#{issue.name}</span>
                  <span className="quiet cut">{describeState(issue)}</span>
                </span>
                <span className="cut">{issue.title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function drawEdge({ from, to }: Edge): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [x2, y2] = [to.x, to.y + NODE.height / 2];
  const bend = Math.max(24, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 2} ${y2}`;
}
