/** Finds where a key stands in a document, or would stand, by whichever form it is written in. */
import { isMap, isScalar, isSeq, type Document } from "yaml";
import { findNearest } from "../../lib/text/nearest.ts";
import { findBlock, findElement, type ShapeBlock, type Shape } from "../shape/alternatives.ts";
import { findCanonicalName } from "../shape/key-forms.ts";
import { shape as top } from "../shape/shape.ts";

export type FoundKey =
  | {
      readonly ok: true;
      /** The keys as they stand in the file, or as asked for where they do not. */
      readonly path: readonly (string | number)[];
      readonly shape: Shape | null;
      /** How many of them are there. */
      readonly existing: number;
    }
  | { readonly ok: false; readonly sentence: string };

/** `projects."next.js".autonomy` and `agents[1].max`; positions count from 1, as in our messages. */
export function findKey(document: Document, key: string): FoundKey {
  const steps = parseSteps(key);
  if (steps === null) return { ok: false, sentence: `\`${key}\` is not a key such as \`projects.my-app.autonomy\`` };
  let shape: Shape | null = top;
  let node: unknown = document.contents;
  const path: (string | number)[] = [];
  let existing = 0;
  for (const step of steps) {
    const next: Step | string =
      typeof step === "number" ? stepIntoItem(node, shape, step) : stepIntoEntry(node, shape, step);
    if (typeof next === "string") return { ok: false, sentence: next };
    path.push(next.written);
    if (next.node !== undefined && existing === path.length - 1) existing += 1;
    ({ shape, node } = next);
  }
  return { ok: true, path, shape, existing };
}

type Step = { readonly written: string | number; readonly shape: Shape | null; readonly node: unknown };

function stepIntoItem(node: unknown, shape: Shape | null, index: number): Step | string {
  if (!isSeq(node) || index >= node.items.length) return `there is no entry ${index + 1}`;
  return { written: index, shape: shape === null ? null : findElement(shape), node: node.items[index] };
}

function stepIntoEntry(node: unknown, shape: Shape | null, asked: string): Step | string {
  const block: ShapeBlock | null = shape === null ? null : findBlock(shape);
  if (shape !== null && block === null)
    return `\`${asked}\` cannot stand there: the key before it holds a single value`;
  const canonical = findCanonicalKey(block, asked);
  if (canonical === null) return explainUnknownKey(block, asked);
  const pair = isMap(node)
    ? node.items.find(({ key }) => isScalar(key) && findCanonicalKey(block, String(key.value)) === canonical)
    : undefined;
  const written = pair !== undefined && isScalar(pair.key) ? String(pair.key.value) : asked;
  return { written, shape: findShape(block, canonical), node: pair?.value };
}

function findCanonicalKey(block: ShapeBlock | null, written: string): string | null {
  if (block === null || block.kind === "names") return written;
  return findCanonicalName(written, [...block.keys.keys()]) ?? (block.isOpen ? written : null);
}

function findShape(block: ShapeBlock | null, canonical: string): Shape | null {
  if (block === null) return null;
  return block.kind === "names" ? block.each : (block.keys.get(canonical) ?? null);
}

function explainUnknownKey(block: ShapeBlock | null, asked: string): string {
  const meant = block?.kind === "keys" ? findNearest(asked.slice(0, 64), [...block.keys.keys()]) : null;
  return meant === null ? `unknown key \`${asked}\`` : `unknown key \`${asked}\`; did you mean \`${meant}\`?`;
}

const STEP = /(?:^|\.)(?:"([^"]+)"|([^."[\]]+))|\[([1-9]\d*)\]/y;

function parseSteps(key: string): readonly (string | number)[] | null {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < key.length) {
    const match = STEP.exec(key);
    if (match === null) return null;
    const [, quoted, plain, position] = match;
    steps.push(position === undefined ? (quoted ?? plain ?? "") : Number(position) - 1);
  }
  return steps.length === 0 ? null : steps;
}
