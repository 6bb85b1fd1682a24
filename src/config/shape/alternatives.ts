/** What the reader must know of a shape: which kinds of values may stand there, and what is inside them. */
import * as z from "zod";

export type Shape = z.core.$ZodType;

/** A shape without its wrappers: each kind of value that may be written there. */
export function listAlternatives(shape: Shape): readonly Shape[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return listAlternatives(shape.def.innerType);
  if (shape instanceof z.ZodPipe) return listAlternatives(shape.def.in);
  if (shape instanceof z.ZodUnion) return shape.def.options.flatMap(listAlternatives);
  return [shape];
}

export function canBeNull(shape: Shape): boolean {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodUnknown) return true;
  if (shape instanceof z.ZodOptional) return canBeNull(shape.def.innerType);
  return shape instanceof z.ZodPipe && canBeNull(shape.def.in);
}

export type ShapeBlock =
  | { readonly kind: "keys"; readonly keys: ReadonlyMap<string, Shape>; readonly isOpen: boolean }
  | { readonly kind: "names"; readonly each: Shape };

/** How a block of keys is read there, if one may stand there at all. */
export function findBlock(shape: Shape): ShapeBlock | null {
  for (const one of listAlternatives(shape)) {
    if (one instanceof z.ZodRecord) return { kind: "names", each: one.def.valueType };
    if (one instanceof z.ZodObject) {
      return {
        kind: "keys",
        keys: new Map(Object.entries(one.def.shape)),
        isOpen: one.def.catchall instanceof z.ZodUnknown,
      };
    }
  }
  return null;
}

export function findElement(shape: Shape): Shape | null {
  const list = listAlternatives(shape).find((one) => one instanceof z.ZodArray);
  return list instanceof z.ZodArray ? list.def.element : null;
}

export const canBeNumber = (shape: Shape): boolean => listAlternatives(shape).some((one) => one instanceof z.ZodNumber);
export const canBeFlag = (shape: Shape): boolean => listAlternatives(shape).some((one) => one instanceof z.ZodBoolean);
/** Text is all that may stand there, so whatever is written is text. */
export const isTextOnly = (shape: Shape): boolean => listAlternatives(shape).every((one) => one instanceof z.ZodString);
