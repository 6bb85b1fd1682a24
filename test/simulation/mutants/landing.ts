/** The queue: tested is what lands. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("landing");

export const landingMutants = [
  mutant(
    "SKIP_CANDIDATE",
    "a candidate lands without having been checked",
    patch(
      "domain/candidates.ts",
      "if (draft.rules.checks.length === 0 && !forgeChecks) return land(draft, candidate, made);",
      "if (draft.rules.checks.length >= 0 && !forgeChecks) return land(draft, candidate, made);",
    ),
  ),
  mutant(
    "LAND_RED",
    "a red candidate lands",
    patch(
      "domain/candidates.ts",
      'if (outcome.kind === "red") return onRed(draft, candidate, state, outcome.failed);',
      'if (outcome.kind === "red") return land(draft, candidate, state.made);',
    ),
  ),
  mutant(
    "NO_CAS",
    "news that came after the gate was judged are landed over",
    patch(
      "engine/perform/land-candidate.ts",
      "changeOf(deps, judged.id).version !== judged.version",
      "changeOf(deps, judged.id).id !== judged.id",
    ),
    patch(
      "engine/perform/land-candidate.ts",
      "made, changes })",
      "made, changes: await Promise.all(changes.map(async (one) => { const now = await slotsOf(deps, project).scm.read(one.id); return now.ok ? { ...one, version: now.value.version } : one; })) })",
    ),
  ),
  mutant(
    "STALE_APPROVAL",
    "an approval of an older head counts",
    patch(
      "domain/change.ts",
      'review.kind === "approved" && review.head === change.head.commit',
      'review.kind === "approved"',
    ),
  ),
  mutant(
    "TRY_ON_RED",
    "what does not mend a red base is tried on it for ever",
    patch("domain/landing.ts", "queue?.notMending === base.head", "queue?.notMending === base.branch"),
  ),
  mutant(
    "LAND_UNASKED",
    "what nobody allowed to land by itself does",
    patch(
      "domain/landing-request.ts",
      "if (landsByItself(draft.rules)) requestLanding",
      "if (landsByItself(draft.rules) || id) requestLanding",
    ),
  ),
];
