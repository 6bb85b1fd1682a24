/**
 * Whose turn it is, why, and what happens next. Made here once, from facts, never stored: dashboard, command line and
 * notices print the same sentence. The first question that the facts answer with yes decides, in the order given.
 */
import { ofChanges } from "./attention-of-change.ts";
import { ofSession } from "./attention-of-session.ts";
import {
  acts,
  needs,
  ranks,
  say,
  type Attention,
  type AttentionContext,
  type Verb,
  type View,
} from "./attention-view.ts";
import type { WorkFacts } from "../../core/facts.ts";
import type { Now } from "../../model/now.ts";
import type { Rules } from "../../model/rules.ts";
import { age, cut, plain, SENTENCE_MAX, short } from "../sentence.ts";
import { openTurn } from "../../session/session.ts";

export function attentionOf(facts: WorkFacts, rules: Rules, now: Now, context: AttentionContext): Attention {
  const view: View = { ...facts, rules, now, context };
  const found = withoutAgent(view, waitsForCheckout(view) ?? ofSession(view) ?? ofChanges(view) ?? atRest(view));
  const said = unlessNotKnown(view, unlessTriedAgain(view, { ...found, why: cut(found.why, SENTENCE_MAX) }));
  // Nobody is sent to a screen that there is not.
  return context.hasScreen === false ? { ...said, act: said.act.filter(({ verb }) => verb !== "attach") } : said;
}

/** A change that no session works on has no agent to be spoken to. */
function withoutAgent({ session }: View, found: Attention): Attention {
  if (session !== null) return found;
  const ofChange: readonly Verb[] = ["land", "unqueue", "review", "diff"];
  return { ...found, act: found.act.filter(({ verb }) => ofChange.includes(verb)) };
}

/** Somebody asked for the landing, and only the person can clear the way: no other trouble of the session hides that. */
function waitsForCheckout(view: View): Attention | null {
  const found = ofChanges(view);
  return found?.code === "unpublished" ? found : null;
}

function atRest({ session }: View): Attention {
  if (session === null) return say("done", "nothing", "Nothing is known of it yet.");
  if (session.publishing !== null)
    return say("checking", "publishing", `${short(session.publishing)} is being pushed; the change opens next.`);
  if (session.hold !== null)
    return needs("held", "Automatic turns are held. Waits for you.", ["resume", "send", "attach"]);
  if (session.role.kind !== "worker")
    return say("working", "at-rest", "At rest until it is asked.", ["send", "attach"]);
  return say("needs_you", "at-rest", "Idle, waiting for your message.", ["send", "attach", "stop"], ranks.paused);
}

/** What would follow is not what happens. */
function unlessTriedAgain({ context: { triedAgain } }: View, found: Attention): Attention {
  if (triedAgain === null || (found.column !== "working" && found.code !== "ending")) return found;
  const [before, after] = ["Not done yet: ", ". Tried again."];
  const cause = cut(triedAgain.replace(/\.$/, ""), SENTENCE_MAX - before.length - after.length);
  return { ...found, rank: ranks.unknown, why: `${before}${cause}${after}` };
}

/** A turn whose process cannot be seen stays where it was, first in its column; after the threshold a person looks. */
function unlessNotKnown({ session, context, rules, now }: View, found: Attention): Attention {
  if (context.notKnown === null || session === null || openTurn(session) === null) return found;
  const { why, sinceMs } = context.notKnown;
  const forMs = now.countedMs - sinceMs;
  const tooLong = forMs >= rules.reactions["agent-stuck"].thresholdMs;
  const sentence = `State not known for ${age(forMs)}: ${plain(why)}. ${tooLong ? "Waits for you." : "Looked at again."}`;
  return {
    ...found,
    column: tooLong ? "needs_you" : found.column,
    rank: ranks.unknown,
    code: "unknown",
    why: cut(sentence, SENTENCE_MAX),
    since: sinceMs,
    act: acts(["attach", "restart"]),
  };
}
