/** What the reader must know of a shape: which kinds of values may stand there, and what is inside them. */
import * as z from "zod";

export type Shape = z.core.$ZodType;

/** A shape without its wrappers: each kind of value that may be written there. */
export function alternatives(shape: Shape): readonly Shape[] {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodNullable) return alternatives(shape.def.innerType);
  if (shape instanceof z.ZodPipe) return alternatives(shape.def.in);
  if (shape instanceof z.ZodUnion) return shape.def.options.flatMap(alternatives);
  return [shape];
}

export function allowsNull(shape: Shape): boolean {
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodUnknown) return true;
  if (shape instanceof z.ZodOptional) return allowsNull(shape.def.innerType);
  return shape instanceof z.ZodPipe && allowsNull(shape.def.in);
}

export type Block =
  | { readonly kind: "keys"; readonly keys: ReadonlyMap<string, Shape>; readonly isOpen: boolean }
  | { readonly kind: "names"; readonly each: Shape };

/** How a block of keys is read there, if one may stand there at all. */
export function blockOf(shape: Shape): Block | null {
  for (const one of alternatives(shape)) {
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

export function elementOf(shape: Shape): Shape | null {
  const list = alternatives(shape).find((one) => one instanceof z.ZodArray);
  return list instanceof z.ZodArray ? list.def.element : null;
}

export const takesNumber = (shape: Shape): boolean => alternatives(shape).some((one) => one instanceof z.ZodNumber);
export const takesFlag = (shape: Shape): boolean => alternatives(shape).some((one) => one instanceof z.ZodBoolean);
/** Text is all that may stand there, so whatever is written is text. */
export const takesOnlyText = (shape: Shape): boolean => alternatives(shape).every((one) => one instanceof z.ZodString);
