/** Keys of a settings file as whoever reads them describes them: the reference and the JSON Schema come from here. */
import * as z from "zod";

export type SettingKeys = Readonly<Record<string, z.ZodType>>;

/**
 * One key: optional, with its meaning, and its value when it is left out. The value is not named `default` yet, because
 * zod drops a default wherever the value is transformed; the JSON Schema renames it.
 */
export function key<Shape extends z.ZodType>(shape: Shape, meaning: string, byDefault?: unknown): z.ZodOptional<Shape> {
  return shape.optional().meta({ description: meaning, ...(byDefault === undefined ? {} : { byDefault }) });
}

export const text = z.string().min(1, "must not be empty");
export const texts = z.array(text);
export const flag = z.boolean();

/** One text stands for a list of one. */
export const someTexts = z
  .union([text, texts])
  .transform((written) => (typeof written === "string" ? [written] : written));
