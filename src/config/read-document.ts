/**
 * A YAML document becomes plain values under canonical keys, with the place of each. Here keys are matched, repeated and
 * unknown ones refused and variables filled in; whether the values fit is for the shape to say.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from "yaml";
import * as z from "zod";
import { nearest } from "../lib/nearest.ts";
import { allowsNull, blockOf, elementOf, takesFlag, takesNumber, type Block, type Shape } from "./alternatives.ts";
import { blockEntries } from "./block-entries.ts";
import { positionAt, PROBLEMS_MAX, type SourceDocument } from "./document.ts";
import { interpolate, type Environment } from "./interpolate.ts";
import { canonicalKey, formsOf, pluginKey } from "./key-forms.ts";
import { placeKey, problemAt, writtenPath, type Place, type Places, type Problem } from "./problem.ts";

export type ReadValues = { readonly value: unknown; readonly places: Places; readonly problems: readonly Problem[] };

/** Aliases of aliases grow without bound; no honest file holds as many values. */
const VALUES_MAX = 50_000;
const DEPTH_MAX = 32;
/** Longer than any key of ours: nothing is near it. */
const KEY_MAX = 64;

export function readDocument(source: SourceDocument, shape: Shape, env: Environment): ReadValues {
  const reading: Reading = { ...source, env, problems: [], places: new Map(), valuesLeft: VALUES_MAX };
  const top: Place = { path: [], line: 1, column: 1, written: "" };
  const { contents } = source.document;
  if (contents !== null && !isMap(contents) && !isEmpty(contents))
    complain(reading, top, "expected keys such as `projects:`");
  const value = readNode(reading, contents, { shape, place: top });
  return { value: value ?? {}, places: reading.places, problems: reading.problems };
}

type Reading = SourceDocument & {
  readonly env: Environment;
  readonly problems: Problem[];
  readonly places: Map<string, Place>;
  valuesLeft: number;
};

/** A spot in the file: what may stand there, and where it is. */
type Spot = { readonly shape: Shape; readonly place: Place };

const anything = z.unknown();

function readNode(reading: Reading, node: unknown, spot: Spot): unknown {
  if (!mayGoOn(reading, spot.place)) return undefined;
  if (isAlias(node)) {
    const target = reading.targets.get(node);
    if (target === undefined) complain(reading, spot.place, `the alias \`*${node.source}\` names no anchor before it`);
    return readNode(reading, target, spot);
  }
  if (isMap(node)) return readBlock(reading, node, spot);
  if (isSeq(node)) return node.items.map((item, index) => readItem(reading, item, index, spot));
  if (isScalar(node) && node.value !== null) return readScalar(reading, node, spot);
  return readNothing(spot.shape);
}

/** A key with nothing behind it is not set; a block with nothing in it is an empty block. */
function readNothing(shape: Shape): unknown {
  if (allowsNull(shape)) return null;
  return blockOf(shape) === null ? undefined : {};
}

function mayGoOn(reading: Reading, place: Place): boolean {
  reading.valuesLeft -= 1;
  if (reading.valuesLeft === 0)
    complain(reading, place, `the file holds more than ${VALUES_MAX} values, aliases included`);
  if (reading.valuesLeft > 0 && place.path.length > DEPTH_MAX)
    complain(reading, place, `more than ${DEPTH_MAX} blocks inside each other`);
  return reading.valuesLeft > 0 && place.path.length <= DEPTH_MAX && reading.problems.length < PROBLEMS_MAX;
}

function readItem(reading: Reading, item: unknown, index: number, { shape, place }: Spot): unknown {
  const here = enter(reading, item, {
    ...place,
    path: [...place.path, index],
    written: writtenPath(place.written, index),
  });
  return readNode(reading, item, { shape: elementOf(shape) ?? anything, place: here }) ?? null;
}

function readBlock(reading: Reading, node: YAMLMap, spot: Spot): Readonly<Record<string, unknown>> {
  const block: Block = blockOf(spot.shape) ?? { kind: "names", each: anything };
  const seen = new Map<string, Place>();
  const values: [string, unknown][] = [];
  const entries = blockEntries(node, reading.targets);
  if (entries === null) complain(reading, spot.place, "`<<` takes blocks of keys");
  for (const { key, value, isMerged } of entries ?? []) {
    const entered = reading.problems.length < PROBLEMS_MAX ? enterKey(reading, key, block, spot.place) : null;
    if (entered === null) continue;
    const { canonical, place } = entered;
    const before = seen.get(canonical);
    // What a merge brings in is weaker than what the block says itself.
    if (before !== undefined && isMerged) continue;
    if (before !== undefined) complain(reading, place, twice(before, place));
    seen.set(canonical, place);
    reading.places.set(placeKey(place.path), place);
    const read = readNode(reading, value, { shape: shapeIn(block, canonical), place });
    if (read !== undefined) values.push([canonical, read]);
  }
  return Object.fromEntries(values);
}

/** Which key was meant, and where it stands; null after a complaint. */
function enterKey(
  reading: Reading,
  key: unknown,
  block: Block,
  around: Place,
): { readonly canonical: string; readonly place: Place } | null {
  const written = textOf(key);
  const canonical = written === null ? null : keyIn(block, written);
  const place = placeOf(reading, key, {
    ...around,
    path: [...around.path, canonical ?? ""],
    written: writtenPath(around.written, written ?? "?"),
  });
  if (written === null) complain(reading, place, "a key must be a word");
  else if (canonical === null) complain(reading, place, unknownKey(written, block));
  return canonical === null ? null : { canonical, place };
}

function textOf(key: unknown): string | null {
  if (!isScalar(key) || key.value === null || key.value === "__proto__") return null;
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

function keyIn(block: Block, written: string): string | null {
  if (block.kind === "names") return written;
  return canonicalKey(written, [...block.keys.keys()]) ?? (block.isOpen ? pluginKey(written) : null);
}

function shapeIn(block: Block, canonical: string): Shape {
  return block.kind === "names" ? block.each : (block.keys.get(canonical) ?? anything);
}

function unknownKey(written: string, block: Block): string {
  const known = block.kind === "names" ? [] : [...block.keys.keys()];
  if (written.length > KEY_MAX) return `unknown key \`${written.slice(0, KEY_MAX)}…\``;
  const meant = nearest(
    written,
    known.flatMap((canonical) => formsOf(canonical, known)),
  );
  return meant === null ? `unknown key \`${written}\`` : `unknown key \`${written}\`; did you mean \`${meant}\`?`;
}

export function twice(before: Place, here: Place): string {
  const lines = `(lines ${before.line} and ${here.line})`;
  if (before.written === here.written) return `\`${here.written}\` is set twice ${lines}`;
  return `\`${before.written}\` and \`${here.written}\` are the same setting; keep one ${lines}`;
}

function readScalar(reading: Reading, node: Scalar, { shape, place }: Spot): unknown {
  if (typeof node.value !== "string") return node.value;
  const filled = interpolate(node.value, reading.env);
  if (!filled.ok) {
    complain(reading, place, `\`${place.written}\`: ${filled.sentence}`);
    return undefined;
  }
  const isGrouped = node.type === "PLAIN" && /^[-+]?\d+(_\d+)+$/.test(node.value);
  if ((filled.changed || isGrouped) && takesNumber(shape)) return numberIn(filled.text) ?? filled.text;
  if (filled.changed && takesFlag(shape) && /^(true|false)$/.test(filled.text)) return filled.text === "true";
  return filled.text;
}

function numberIn(text: string): number | null {
  const plain = text.trim().replaceAll("_", "");
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const isEmpty = (node: Node): boolean => isScalar(node) && node.value === null;

function enter(reading: Reading, node: unknown, around: Place): Place {
  const place = placeOf(reading, node, around);
  reading.places.set(placeKey(place.path), place);
  return place;
}

/** Where a node begins; one that has no place of its own stands where the block around it does. */
function placeOf(reading: Reading, node: unknown, around: Place): Place {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  if (range === undefined || range === null) return around;
  const { line, col } = positionAt(reading.lines, range[0]);
  return { ...around, line, column: col };
}

function complain(reading: Reading, place: Place, sentence: string): void {
  if (reading.problems.length < PROBLEMS_MAX) reading.problems.push(problemAt(reading.file, place, sentence));
}
