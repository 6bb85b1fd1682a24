/**
 * Whose turn it is, why, and what happens next. Made here once, from facts, never stored: dashboard, command line and
 * notices print the same sentence. The first question that the facts answer with yes decides, in the order given.
 */
import { describeChanges } from "./attention-of-change.ts";
import { describeSession } from "./attention-of-session.ts";
import {
  toActions,
  needs,
  ranks,
  createAttention,
  type Attention,
  type AttentionContext,
  type AttentionVerb,
  type AttentionInput,
} from "./attention-view.ts";
import type { WorkFacts } from "../../core/facts.ts";
import type { Now } from "../../model/now.ts";
import type { Rules } from "../../model/rules.ts";
import { formatAge, cut, stripSentence, SENTENCE_MAX, shortenCommit } from "../sentence.ts";
import { getOpenTurn } from "../../session/session.ts";

export function describeAttention(facts: WorkFacts, rules: Rules, now: Now, context: AttentionContext): Attention {
  const view: AttentionInput = { ...facts, rules, now, context };
  const found = dropAgentActions(
    view,
    describeCheckoutWait(view) ?? describeSession(view) ?? describeChanges(view) ?? describeRest(view),
  );
  const said = replaceIfUnknown(view, replaceIfRetried(view, { ...found, why: cut(found.why, SENTENCE_MAX) }));
  // Nobody is sent to a screen that there is not.
  return context.hasScreen === false ? { ...said, act: said.act.filter(({ verb }) => verb !== "attach") } : said;
}

/** A change that no session works on has no agent to be spoken to. */
function dropAgentActions({ session }: AttentionInput, found: Attention): Attention {
  if (session !== null) return found;
  const ofChange: readonly AttentionVerb[] = ["land", "unqueue", "review", "diff"];
  return { ...found, act: found.act.filter(({ verb }) => ofChange.includes(verb)) };
}

/** Somebody asked for the landing, and only the person can clear the way: no other trouble of the session hides that. */
function describeCheckoutWait(view: AttentionInput): Attention | null {
  const found = describeChanges(view);
  return found?.code === "unpublished" ? found : null;
}

function describeRest({ session }: AttentionInput): Attention {
  if (session === null) return createAttention("done", "nothing", "Nothing is known of it yet.");
  if (session.publishing !== null)
    return createAttention(
      "checking",
      "publishing",
      `${shortenCommit(session.publishing)} is being pushed; the change opens next.`,
    );
  if (session.hold !== null)
    return needs("held", "Automatic turns are held. Waits for you.", ["resume", "send", "attach"]);
  if (session.role.kind !== "worker")
    return createAttention("working", "at-rest", "At rest until it is asked.", ["send", "attach"]);
  return createAttention(
    "needs_you",
    "at-rest",
    "Idle, waiting for your message.",
    ["send", "attach", "stop"],
    ranks.paused,
  );
}

/** What would follow is not what happens. */
function replaceIfRetried({ context: { triedAgain } }: AttentionInput, found: Attention): Attention {
  if (triedAgain === null || (found.column !== "working" && found.code !== "ending")) return found;
  const [before, after] = ["Not done yet: ", ". Retrying."];
  const cause = cut(triedAgain.replace(/\.$/, ""), SENTENCE_MAX - before.length - after.length);
  return { ...found, rank: ranks.unknown, why: `${before}${cause}${after}` };
}

/** A turn whose process cannot be seen stays where it was, first in its column; after the threshold a person looks. */
function replaceIfUnknown({ session, context, rules, now }: AttentionInput, found: Attention): Attention {
  if (context.notKnown === null || session === null || getOpenTurn(session) === null) return found;
  const { why, sinceMs } = context.notKnown;
  const forMs = now.countedMs - sinceMs;
  const tooLong = forMs >= rules.reactions["agent-stuck"].thresholdMs;
  const sentence = `State unknown for ${formatAge(forMs)}: ${stripSentence(why)}. ${tooLong ? "Waits for you." : "Checking again."}`;
  return {
    ...found,
    column: tooLong ? "needs_you" : found.column,
    rank: ranks.unknown,
    code: "unknown",
    why: cut(sentence, SENTENCE_MAX),
    since: sinceMs,
    act: toActions(["attach", "restart"]),
  };
}
