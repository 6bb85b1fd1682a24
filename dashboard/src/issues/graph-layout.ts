/** Layers from left to right: each issue stands right of everything it waits for. */
import type { IssueView } from "../../../src/protocol/issue/issue.ts";

export type PlacedIssue = { readonly issue: IssueView; readonly x: number; readonly y: number; readonly layer: number };
export type Edge = { readonly from: PlacedIssue; readonly to: PlacedIssue; readonly isLongest: boolean };
export type GraphLayout = {
  readonly nodes: readonly PlacedIssue[];
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
};

export const NODE = { width: 220, height: 52, gapX: 64, gapY: 14 };

export function layOutGraph(issues: readonly IssueView[]): GraphLayout {
  const byId = new Map(
    issues.flatMap((issue) => [[issue.id, issue] as const, [toReference(issue, issue.name), issue] as const]),
  );
  const layers = new Map<string, number>();
  for (const issue of issues) computeLayer(issue, byId, layers, new Set());
  const rows = new Map<number, number>();
  const nodes = issues.map((issue) => {
    const layer = layers.get(issue.id) ?? 0;
    const row = rows.get(layer) ?? 0;
    rows.set(layer, row + 1);
    return { issue, layer, x: layer * (NODE.width + NODE.gapX), y: row * (NODE.height + NODE.gapY) };
  });
  const placed = new Map(nodes.map((node) => [node.issue.id, node]));
  const longest = findLongestPath(issues, byId, layers);
  const edges = nodes.flatMap((to) =>
    listBlockers(to.issue, byId).flatMap(({ id }) => {
      const from = placed.get(id);
      return from === undefined ? [] : [{ from, to, isLongest: longest.has(id) && longest.has(to.issue.id) }];
    }),
  );
  return {
    nodes,
    edges,
    width: Math.max(0, ...nodes.map(({ x }) => x)) + NODE.width + 2,
    height: Math.max(0, ...nodes.map(({ y }) => y)) + NODE.height + 2,
  };
}

type ById = ReadonlyMap<string, IssueView>;

/** Blockers are written by id, or by their name in the same project. */
const listBlockers = (issue: IssueView, byId: ById): readonly IssueView[] =>
  issue.blockedBy.flatMap((ref) => byId.get(ref) ?? byId.get(toReference(issue, ref)) ?? []);
const toReference = ({ project }: IssueView, name: string): string => `${project} ${name.replace(/^#/, "")}`;

/** A circle is cut where it closes. */
function computeLayer(issue: IssueView, byId: ById, layers: Map<string, number>, path: ReadonlySet<string>): number {
  const known = layers.get(issue.id);
  if (known !== undefined) return known;
  const before = listBlockers(issue, byId).filter(({ id }) => !path.has(id));
  const layer = 1 + Math.max(-1, ...before.map((one) => computeLayer(one, byId, layers, new Set([...path, issue.id]))));
  layers.set(issue.id, layer);
  return layer;
}

/** The chain that decides the end. */
function findLongestPath(
  issues: readonly IssueView[],
  byId: ById,
  layers: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const layer = (id: string): number => layers.get(id) ?? 0;
  const open = issues.filter(({ state }) => state === "open");
  let at = open.toSorted((a, b) => layer(b.id) - layer(a.id))[0];
  const path = new Set<string>();
  while (at !== undefined && layer(at.id) > 0 && !path.has(at.id)) {
    path.add(at.id);
    const wanted = layer(at.id) - 1;
    at = listBlockers(at, byId).find(({ id }) => layer(id) === wanted);
  }
  if (at !== undefined && path.size > 0) path.add(at.id);
  return path;
}
