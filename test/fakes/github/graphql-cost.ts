/**
 * What a query costs, as GitHub documents it: one request for each connection of each node above it, added up, divided by
 * a hundred, at least one point.
 */
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionNode, SelectionSetNode } from "graphql";

type Values = Readonly<Record<string, unknown>>;

export function costOf(document: DocumentNode, variables: Values): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const one of document.definitions) if (one.kind === "FragmentDefinition") fragments.set(one.name.value, one);
  const ofSet = (set: SelectionSetNode | undefined, nodes: number): number =>
    (set?.selections ?? []).reduce((sum, selection) => sum + ofOne(selection, nodes), 0);
  const ofOne = (selection: SelectionNode, nodes: number): number => {
    if (selection.kind === "InlineFragment") return ofSet(selection.selectionSet, nodes);
    if (selection.kind === "FragmentSpread") return ofSet(fragments.get(selection.name.value)?.selectionSet, nodes);
    const many = sizeOf(selection, variables);
    if (many === null) return ofSet(selection.selectionSet, nodes);
    return nodes + ofSet(selection.selectionSet, nodes * many);
  };
  const total = document.definitions.reduce(
    (sum, one) => (one.kind === "OperationDefinition" ? sum + ofSet(one.selectionSet, 1) : sum),
    0,
  );
  return Math.max(1, Math.round(total / 100));
}

/** Null: it is no connection. */
function sizeOf({ arguments: given = [] }: FieldNode, variables: Values): number | null {
  const size = given.find(({ name }) => name.value === "first" || name.value === "last")?.value;
  if (size?.kind === "IntValue") return Number(size.value);
  return size?.kind === "Variable" ? Number(variables[size.name.value]) : null;
}
