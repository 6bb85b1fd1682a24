/** The kinds of values that settings have, each read into the form that the rest of the product uses. */
import * as z from "zod";
import { text, texts } from "../../lib/setting-keys.ts";
import type { LabelCondition } from "../../domain/model/condition.ts";
import { parseCondition } from "../../domain/model/parse-condition.ts";
import type { ReactionRule } from "../../domain/model/rules.ts";
import { BYTES, parseBytes } from "../resolve/parse-bytes.ts";
import { DURATION, parseDuration } from "../resolve/parse-duration.ts";
import { pluginCalled } from "../warnings/plugin-names.ts";
import { FREEZE, parseFreeze, type FreezeWindow } from "../resolve/parse-freeze.ts";

const DURATION_EXPECTED = 'expected a duration such as "30m", "90s" or "1h30m"';

export const durationMs = z
  .string()
  .regex(DURATION, DURATION_EXPECTED)
  .transform((written, context): number => {
    const ms = parseDuration(written);
    if (ms !== null) return ms;
    context.addIssue(DURATION_EXPECTED);
    return z.NEVER;
  });

const BYTES_EXPECTED = 'expected an amount of memory such as "4GB" or "500MB"';

export const bytes = z
  .string()
  .regex(BYTES, BYTES_EXPECTED)
  .transform((written, context): number => {
    const amount = parseBytes(written);
    if (amount !== null) return amount;
    context.addIssue(BYTES_EXPECTED);
    return z.NEVER;
  });

type EscalateAfter = NonNullable<ReactionRule["escalateAfter"]>;

/** Attempts or time: `2` or `30m`. */
export const escalateAfter = z.union([
  z
    .int()
    .min(1)
    .transform((n): EscalateAfter => ({ kind: "attempts", n })),
  durationMs.transform((ms): EscalateAfter => ({ kind: "time", ms })),
]);

export const condition = text.transform((written, context): LabelCondition => {
  const parsed = parseCondition(written);
  if (parsed.ok) return parsed.condition;
  context.addIssue(parsed.sentence);
  return z.NEVER;
});

const FREEZE_EXPECTED = 'expected a window such as "Fri 16:00-Mon 08:00" or "22:00-06:00"';

export const freezeWindows = z
  .string()
  .regex(FREEZE, FREEZE_EXPECTED)
  .transform((written, context): readonly FreezeWindow[] => {
    const windows = parseFreeze(written);
    if (windows !== null) return windows;
    context.addIssue(FREEZE_EXPECTED);
    return z.NEVER;
  });

/** One command: a line, or a program with its arguments. */
export const command = z.union([text, texts.min(1, "must name a program")]);

export const pluginName = text.transform(pluginCalled);

export type PluginChoice = { readonly plugin: string; readonly settings: Readonly<Record<string, unknown>> };

/** A plugin by its name, or as a block with `plugin` and the plugin's own settings. */
export const plugin = z
  .union([pluginName, z.looseObject({ plugin: pluginName.meta({ description: "The plugin's name." }) })])
  .transform((chosen): PluginChoice => {
    if (typeof chosen === "string") return { plugin: chosen, settings: {} };
    const { plugin: name, ...settings } = chosen;
    return { plugin: name, settings };
  });
