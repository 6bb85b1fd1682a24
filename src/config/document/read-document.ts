/**
 * A YAML document becomes plain values under canonical keys, with the place of each. Here keys are matched, repeated and
 * unknown ones refused and variables filled in; whether the values fit is for the shape to say.
 */
import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from "yaml";
import * as z from "zod";
import { findNearest } from "../../lib/text/nearest.ts";
import {
  canBeNull,
  findBlock,
  findElement,
  canBeFlag,
  canBeNumber,
  type ShapeBlock,
  type Shape,
} from "../shape/alternatives.ts";
import { listBlockEntries } from "./block-entries.ts";
import { findPosition, PROBLEMS_MAX, type SourceDocument } from "./document.ts";
import { interpolate, type EnvironmentVariables } from "../resolve/interpolate.ts";
import { findCanonicalName, listKeyForms, toPluginKey } from "../shape/key-forms.ts";
import {
  formatPlaceKey,
  createProblem,
  joinPath,
  type SettingPlace,
  type SettingPlaces,
  type Problem,
} from "../problem.ts";

export type ReadValues = {
  readonly value: unknown;
  readonly places: SettingPlaces;
  readonly problems: readonly Problem[];
};

/** Aliases of aliases grow without bound; no honest file holds as many values. */
const VALUES_MAX = 50_000;
const DEPTH_MAX = 32;
/** Longer than any key of ours: nothing is near it. */
const KEY_MAX = 64;

export function readDocument(source: SourceDocument, shape: Shape, env: EnvironmentVariables): ReadValues {
  const reading: Reading = { ...source, env, problems: [], places: new Map(), valuesLeft: VALUES_MAX };
  const top: SettingPlace = { path: [], line: 1, column: 1, written: "" };
  const { contents } = source.document;
  if (contents !== null && !isMap(contents) && !isEmpty(contents))
    complain(reading, top, "expected keys such as `projects:`");
  const value = readNode(reading, contents, { shape, place: top });
  return { value: value ?? {}, places: reading.places, problems: reading.problems };
}

type Reading = SourceDocument & {
  readonly env: EnvironmentVariables;
  readonly problems: Problem[];
  readonly places: Map<string, SettingPlace>;
  valuesLeft: number;
};

/** A spot in the file: what may stand there, and where it is. */
type Spot = { readonly shape: Shape; readonly place: SettingPlace };

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
  if (canBeNull(shape)) return null;
  return findBlock(shape) === null ? undefined : {};
}

function mayGoOn(reading: Reading, place: SettingPlace): boolean {
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
    written: joinPath(place.written, index),
  });
  return readNode(reading, item, { shape: findElement(shape) ?? anything, place: here }) ?? null;
}

function readBlock(reading: Reading, node: YAMLMap, spot: Spot): Readonly<Record<string, unknown>> {
  const block: ShapeBlock = findBlock(spot.shape) ?? { kind: "names", each: anything };
  const seen = new Map<string, SettingPlace>();
  const values: [string, unknown][] = [];
  const entries = listBlockEntries(node, reading.targets);
  if (entries === null) complain(reading, spot.place, "`<<` takes blocks of keys");
  for (const { key, value, isMerged } of entries ?? []) {
    const entered = reading.problems.length < PROBLEMS_MAX ? enterKey(reading, key, block, spot.place) : null;
    if (entered === null) continue;
    const { canonical, place } = entered;
    const before = seen.get(canonical);
    // What a merge brings in is weaker than what the block says itself.
    if (before !== undefined && isMerged) continue;
    if (before !== undefined) complain(reading, place, reportSetTwice(before, place));
    seen.set(canonical, place);
    reading.places.set(formatPlaceKey(place.path), place);
    const read = readNode(reading, value, { shape: findKeyShape(block, canonical), place });
    if (read !== undefined) values.push([canonical, read]);
  }
  return Object.fromEntries(values);
}

/** Which key was meant, and where it stands; null after a complaint. */
function enterKey(
  reading: Reading,
  key: unknown,
  block: ShapeBlock,
  around: SettingPlace,
): { readonly canonical: string; readonly place: SettingPlace } | null {
  const written = readText(key);
  const canonical = written === null ? null : findKey(block, written);
  const place = findNodePlace(reading, key, {
    ...around,
    path: [...around.path, canonical ?? ""],
    written: joinPath(around.written, written ?? "?"),
  });
  if (written === null) complain(reading, place, "a key must be a plain string");
  else if (canonical === null) complain(reading, place, explainUnknownKey(written, block));
  return canonical === null ? null : { canonical, place };
}

function readText(key: unknown): string | null {
  if (!isScalar(key) || key.value === null || key.value === "__proto__") return null;
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

function findKey(block: ShapeBlock, written: string): string | null {
  if (block.kind === "names") return written;
  return findCanonicalName(written, [...block.keys.keys()]) ?? (block.isOpen ? toPluginKey(written) : null);
}

function findKeyShape(block: ShapeBlock, canonical: string): Shape {
  return block.kind === "names" ? block.each : (block.keys.get(canonical) ?? anything);
}

function explainUnknownKey(written: string, block: ShapeBlock): string {
  const known = block.kind === "names" ? [] : [...block.keys.keys()];
  if (written.length > KEY_MAX) return `unknown key \`${written.slice(0, KEY_MAX)}…\``;
  const meant = findNearest(
    written,
    known.flatMap((canonical) => listKeyForms(canonical, known)),
  );
  return meant === null ? `unknown key \`${written}\`` : `unknown key \`${written}\`; did you mean \`${meant}\`?`;
}

export function reportSetTwice(before: SettingPlace, here: SettingPlace): string {
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
  if ((filled.changed || isGrouped) && canBeNumber(shape)) return parseNumber(filled.text) ?? filled.text;
  if (filled.changed && canBeFlag(shape) && /^(true|false)$/.test(filled.text)) return filled.text === "true";
  return filled.text;
}

function parseNumber(text: string): number | null {
  const plain = text.trim().replaceAll("_", "");
  return /^[-+]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

const isEmpty = (node: Node): boolean => isScalar(node) && node.value === null;

function enter(reading: Reading, node: unknown, around: SettingPlace): SettingPlace {
  const place = findNodePlace(reading, node, around);
  reading.places.set(formatPlaceKey(place.path), place);
  return place;
}

/** Where a node begins; one that has no place of its own stands where the block around it does. */
function findNodePlace(reading: Reading, node: unknown, around: SettingPlace): SettingPlace {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined;
  if (range === undefined || range === null) return around;
  const { line, col } = findPosition(reading.lines, range[0]);
  return { ...around, line, column: col };
}

function complain(reading: Reading, place: SettingPlace, sentence: string): void {
  if (reading.problems.length < PROBLEMS_MAX) reading.problems.push(createProblem(reading.file, place, sentence));
}
