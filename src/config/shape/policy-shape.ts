/** When a change may land, and what may be spent. */
import * as z from "zod";
import { builtInBudget, builtInHoldLabels, builtInPreset, presetNames, presets } from "../resolve/built-in.ts";
import { flag, key, texts } from "../../lib/setting-keys.ts";
import { freezeWindows } from "./value-shapes.ts";

const usd = z.number().min(0).nullable();
const tokens = z.int().min(0).nullable();

const defineBudget = (meaning: string, byDefault: { readonly usd: number | null; readonly tokens: number | null }) =>
  key(
    z.strictObject({
      usd: key(usd, "US dollars. `null`: no cap.", byDefault.usd),
      tokens: key(tokens, "Tokens; `2_000_000` may be written so. `null`: no cap.", byDefault.tokens),
    }),
    meaning,
  );

const { balanced } = presets;

export const policy = z.strictObject({
  preset: key(
    z.enum(presetNames),
    "cautious: 2 approvals, owners, never lands by itself. balanced: 1 approval, protected paths. fast: checks only, protected paths. hands-off: checks only. Own keys override the preset.",
    builtInPreset,
  ),
  approvals: key(
    z.int().min(0).max(20),
    "Approvals on the current head, never by the author or an agent.",
    balanced.approvals,
  ),
  requiredChecks: key(texts, "Checks that must be green. Empty: all that we run."),
  protectedPaths: key(
    texts,
    "Paths that always need a person, as do our own configuration, prompts and hooks.",
    balanced.protectedPaths,
  ),
  codeOwners: key(
    flag,
    "Of each touched path that `CODEOWNERS` on the base gives owners, one of them must approve.",
    balanced.codeOwners,
  ),
  maxDiffLines: key(
    z.int().min(1).nullable(),
    "A larger change needs a person. `null`: no limit.",
    balanced.maxDiffLines,
  ),
  holdLabels: key(texts, "Labels that hold a change back.", builtInHoldLabels),
  freeze: key(
    z.array(freezeWindows).transform((windows) => windows.flat()),
    'Times in which nothing lands, in local time: "Fri 16:00-Mon 08:00", or "22:00-06:00" for every day.',
    [],
  ),
  serialize: key(texts, "Paths (`db/migrations/**`) and labels (`label:schema`) with at most one live session.", []),
  budget: key(
    z.strictObject({
      perSession: defineBudget("What one session may spend.", builtInBudget.perSession),
      perDay: defineBudget(
        "What all projects together may spend in a day. In the file of one project, or in its entry under `projects`: what that project may spend.",
        builtInBudget.perDay,
      ),
    }),
    "Caps on spending; reaching one triggers `budget-exceeded`.",
  ),
});

export type PolicySettings = z.output<typeof policy>;
