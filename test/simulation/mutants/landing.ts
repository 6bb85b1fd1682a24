/** The queue: tested is what lands. */
import { maskedOf, mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("landing");
const masked = maskedOf("landing");

export const landingMutants = [
  mutant(
    "SKIP_CANDIDATE",
    "a candidate lands without having been checked",
    patch(
      "domain/landing/candidate-life.ts",
      "if (draft.rules.checks.length === 0 && !forgeChecks) return land",
      "if (draft.rules.checks.length >= 0 && !forgeChecks) return land",
    ),
  ),
  mutant(
    "LAND_RED",
    "a red candidate lands",
    patch(
      "domain/landing/candidate-life.ts",
      'if (outcome.kind === "red") return onRed(draft, candidate, state, { ...outcome, results });',
      'if (outcome.kind === "red") return land(draft, candidate, { made: state.made });',
    ),
  ),
  mutant(
    "NO_CAS",
    "news that came after the gate was judged are landed over",
    patch(
      "engine/perform/change/land-candidate.ts",
      "loadChange(deps, judged.id).version !== judged.version",
      "loadChange(deps, judged.id).id !== judged.id",
    ),
    patch(
      "engine/perform/change/land-candidate.ts",
      "made, changes })",
      "made, changes: await Promise.all(changes.map(async (one) => { const now = await getSlots(deps, project).scm.read(one.id); return now.ok ? { ...one, version: now.value.version } : one; })) })",
    ),
  ),
  mutant(
    "STALE_APPROVAL",
    "an approval of an older head counts",
    patch(
      "domain/change/change.ts",
      'review.kind === "approved" && review.head === change.head.commit',
      'review.kind === "approved"',
    ),
  ),
  mutant(
    "GATE_ONCE",
    "the gate is not judged again when the candidate lands",
    patch(
      "domain/landing/candidate-life.ts",
      "const reasons = listGateReasons(change, draft.facts.project, draft.rules, draft.now);",
      "const reasons = listGateReasons(change, draft.facts.project, draft.rules, draft.now).slice(99);",
    ),
  ),
  mutant(
    "VERSIONS_NOT_HANDED_ON",
    "the forge is not told which versions the gate has judged",
    patch(
      "domain/landing/candidate-life.ts",
      "const judged = draft.facts.changes.map(({ id, head, version }) => ({ id, head: head.commit, version }));",
      "const judged: never[] = [];",
    ),
  ),
  mutant(
    "LAND_OLD_HEAD",
    "a candidate lands although its change has another head by now",
    patch(
      "domain/landing/candidate-life.ts",
      "change === undefined || change.head.commit !== head)",
      "change === undefined)",
    ),
    patch(
      "domain/landing/candidate-life.ts",
      "reasons.length > 0 || change.queue?.candidate !== candidate.id",
      "reasons.length > 0",
    ),
    patch("domain/landing/candidate-life.ts", "if (isWhole) return;", "if (isWhole || id) return;"),
  ),
  masked(
    "HEAD_NOT_COMPARED",
    "the head of a change is not compared when its candidate lands",
    {
      why: "a change whose head moves leaves the queue, and a candidate lands only what is queued for it; LAND_OLD_HEAD takes both away, and is seen",
      killedBy: {
        file: "src/domain/landing/decide-landing.test.ts",
        test: "whose change moved meanwhile does not land",
      },
    },
    patch(
      "domain/landing/candidate-life.ts",
      "change === undefined || change.head.commit !== head)",
      "change === undefined)",
    ),
  ),
  masked(
    "CANDIDATE_ROUND_IGNORED",
    "a result of an older round of a candidate's checks counts",
    {
      why: "the outcome of a run is recorded once, together with what follows from it, so that no result of an older round arrives",
      killedBy: {
        file: "src/domain/landing/decide-landing-beside.test.ts",
        test: "a result of an older round of a candidate's checks counts for nothing",
      },
    },
    patch(
      "domain/landing/candidate-life.ts",
      'state.kind !== "checking" || state.round !== n',
      'state.kind !== "checking"',
    ),
  ),
  mutant(
    "FREEZE_FORGOTTEN",
    "what waited for its forge or a checkout lands in a freeze that began meanwhile",
    patch("engine/perform/change/land-candidate.ts", "if (frozen !== null) return frozen;", ""),
  ),
  mutant(
    "TRY_ON_RED",
    "what does not mend a red base is tried on it for ever",
    patch("domain/landing/gate.ts", "queue?.notMending === base.head", "queue?.notMending === base.branch"),
  ),
  masked(
    "LAND_WORSE_ON_RED",
    "on a red base a candidate lands that fixes a failure and adds another",
    {
      why: "a change that fails by itself is held before; it takes a fix of a red base that breaks only together with what landed beside it",
      killedBy: {
        file: "src/domain/checks/decide-red-base.test.ts",
        test: "a candidate that fixes `lint` and breaks `test` in another way is told to its agent, and does not land",
      },
    },
    patch(
      "domain/landing/candidate-life.ts",
      "if (own.length === 0) return onNoWorse(draft, candidate, state, red);",
      "if (own.length === 0 || listFixedChecks(red.results, listBaseFailures(project)).length > 0) return onNoWorse(draft, candidate, state, red);",
    ),
  ),
  mutant(
    "LAND_UNFIXING_ON_RED",
    "on a red base a candidate lands that fails exactly as the base does",
    patch(
      "domain/landing/candidate-life.ts",
      "if (fixed.length === 0) return reject",
      "if (fixed.length < 0) return reject",
    ),
    patch("domain/landing/gate.ts", 'reasonIf(!mayFix, "base_red"', 'reasonIf(false, "base_red"'),
  ),
  mutant(
    "LAND_UNASKED",
    "what nobody allowed to land by itself does",
    patch(
      "domain/landing/request.ts",
      "if (canLandByItself(draft.rules)) requestLanding",
      "if (canLandByItself(draft.rules) || id) requestLanding",
    ),
  ),
];
