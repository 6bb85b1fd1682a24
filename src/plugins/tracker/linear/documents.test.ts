import { Kind, parse, validate, type DocumentNode, type SelectionSetNode } from "graphql";
import { expect, test } from "vitest";
import { linearSchema } from "../../../../test/fakes/linear-schema.ts";
import * as documents from "./documents.ts";

const faultsOf = (document: string): readonly string[] =>
  validate(linearSchema(), parse(document)).map(({ message }) => message);

test.for(Object.entries(documents))("%s fits Linear's published types", ([, document]) => {
  expect(faultsOf(document)).toEqual([]);
});

test.for<[what: string, document: string]>([
  ["a field that Linear does not know", "query { viewer { shoeSize } }"],
  ["an argument it does not know", "query { issues(size: 3) { nodes { id } } }"],
  ["an argument it needs", "query { issue { id } }"],
  ["a variable of another type", "query A($id: Int!) { issue(id: $id) { id } }"],
  ["a filter it does not know", 'query { issues(filter: { colour: { eq: "red" } }) { nodes { id } } }'],
])("%s is refused", ([, document]) => {
  expect(faultsOf(document)).toHaveLength(1);
});

test.for(Object.entries(documents))("%s is not too complex for Linear", ([, document]) => {
  expect(complexityOf(parse(document))).toBeLessThan(COMPLEXITY_MAX);
});

/** As Linear counts: a tenth for a property, one for an object, and a list as often as it may be long. */
const COMPLEXITY_MAX = 10_000;

function complexityOf({ definitions }: DocumentNode): number {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const of = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, one) => {
      if (one.kind === Kind.INLINE_FRAGMENT) return sum + of(one.selectionSet);
      if (one.kind === Kind.FRAGMENT_SPREAD) return sum + of(fragments.get(one.name.value) ?? NOTHING);
      if (one.selectionSet === undefined) return sum + 0.1;
      const first = one.arguments?.find(({ name }) => name.value === "first")?.value;
      const length = first?.kind === Kind.INT ? Number(first.value) : 1;
      return sum + 1 + length * of(one.selectionSet);
    }, 0);
  return definitions.reduce(
    (sum, one) => (one.kind === Kind.OPERATION_DEFINITION ? sum + of(one.selectionSet) : sum),
    0,
  );
}

const NOTHING: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [] };
