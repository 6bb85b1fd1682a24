import type { CommitSha } from "../../../domain/model/ids.ts";
import { addCommitName, type HeadMove } from "../../../domain/change/reviews.ts";
import { listChangedLines, followLine } from "../../../lib/text/patch-lines.ts";
import type { ChangeReviewer, ThreadRecord } from "../../../slots/change-reviewer.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";
import { succeedWith, toOutcome } from "../../outbox/outcome.ts";
import { loadChange, getSlots, type EffectOf, type Performer } from "../context.ts";

/** Answers a review thread in the agent's words, marked as ours. Without words and without a commit there is no answer. */
export const answerThread: Performer<"answer_thread"> = async (effect, { deps }) => {
  const { project } = loadChange(deps, effect.change);
  const { scm } = getSlots(deps, project);
  const { change, thread, key } = effect;
  const said = await composeAnswer(scm.desk, effect);
  if (!said.ok) return said.error.code === "gone" ? succeedWith() : toOutcome(said.error);
  const { text, resolve } = said.value;
  if (text === "" && !resolve) return succeedWith();
  const answered = await scm.answerThread({ change, thread, text, resolve, key });
  if (!answered.ok) return answered.error.code === "gone" ? succeedWith() : toOutcome(answered.error);
  return answered.value === null
    ? succeedWith()
    : succeedWith({ kind: "change_observed", project, change: answered.value });
};

type Answer = { readonly text: string; readonly resolve: boolean };

/** A thread whose place the commits leave alone is answered in words, and stays open for whoever asked. */
export async function composeAnswer(
  reviewer: ChangeReviewer | undefined,
  { change, thread, text, resolve, ifChanged }: EffectOf<"answer_thread">,
): Promise<SlotResult<Answer, "gone">> {
  if (ifChanged === undefined) return ok({ text, resolve });
  if (reviewer === undefined) return ok({ text, resolve: false });
  const shown = await reviewer.show(change);
  if (!shown.ok) return shown;
  const place = shown.value.said.threads.find(({ id }) => id === thread);
  const isChanged = place !== undefined && (await isPlaceChanged(reviewer, place, ifChanged));
  return ok(isChanged ? { text: addCommitName(text, ifChanged.to), resolve } : { text, resolve: false });
}

/** So far from a remark's line counts as its place: what it asks for is often done in the line above or below. */
const NEAR_LINES = 3;

/** Where commits cannot be compared any more, nobody says that the place has changed. */
async function isPlaceChanged(reviewer: ChangeReviewer, place: ThreadRecord, { from, to }: HeadMove): Promise<boolean> {
  const { head, path, lineAtHead: line = place.line } = place;
  if (path === null) return true;
  const patch = async (older: CommitSha, newer: CommitSha): Promise<string | null> => {
    if (older === newer) return "";
    const read = await reviewer.patches({ between: { from: older, to: newer }, files: [{ path }] });
    return read.ok && read.value[0]?.isTooLong === false ? read.value[0].text : null;
  };
  const [before, ours] = [await patch(head, from), await patch(from, to)];
  if (before === null || ours === null) return false;
  if (line === null) return ours !== "";
  const at = followLine(before, line);
  return listChangedLines(ours).some((changed) => Math.abs(changed - at) <= NEAR_LINES);
}
