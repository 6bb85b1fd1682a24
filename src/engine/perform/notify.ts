import type { NoticeSubject } from "../../domain/core/effect.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { NotifierPlugin, Notice } from "../../slots/notifier.ts";
import { isNoticeOver } from "../notice-over.ts";
import { succeedWith, toOutcome, type EffectOutcome } from "../outbox/outcome.ts";
import { getSlots, type Performer } from "./context.ts";

/**
 * Tells a person on every channel at once: one that is down delays no other. A channel that was told before a crash, or
 * before another one failed, is not told again. What is over by the time a channel can be reached is not told at all.
 */
export const notify: Performer<"notify"> = async (effect, { deps, maybeDone }) => {
  if (isNoticeOver(deps.store, effect.subject)) return succeedWith();
  const title = formatNoticeTitle(effect.subject);
  const session =
    effect.subject.kind === "incident" || effect.subject.kind === "reaction_prepared" ? effect.subject.session : null;
  const message = deps.redact(effect.text);
  const notice = {
    key: effect.key,
    title,
    message,
    level: effect.priority,
    sessionId: session,
    url: null,
    about: effect.subject,
  };
  const notifiers = getSlots(deps, effect.project).notifiers(effect.priority);
  const outcomes = await Promise.all(notifiers.map((notifier) => tell(notifier, notice, maybeDone)));
  const of = (kind: EffectOutcome["kind"]): EffectOutcome | undefined =>
    outcomes.find((outcome) => outcome.kind === kind);
  // A channel that will never take it must not cost another one its next attempt.
  return of("retry") ?? of("cool_down") ?? of("failed") ?? succeedWith();
};

async function tell(notifier: NotifierPlugin, notice: Notice, maybeDone: boolean): Promise<EffectOutcome> {
  if (maybeDone) {
    const sent = await notifier.wasSent(notice.key);
    if (!sent.ok) return toOutcome(sent.error);
    if (sent.value.known && sent.value.value) return succeedWith();
  }
  const told = await notifier.notify(maybeDone ? { ...notice, maybeSent: true } : notice);
  return told.ok ? succeedWith() : toOutcome(told.error);
}

/** What the notice is about, then whose: `ci · my-app-fix-login`. */
function formatNoticeTitle(subject: NoticeSubject): string {
  switch (subject.kind) {
    case "incident":
      return `${subject.trouble} · ${subject.change ?? subject.session ?? ""}`;
    case "reaction_prepared":
      return `ready to send · ${subject.session}`;
    case "change_ready":
      return `ready to land · ${subject.change}`;
    case "base_red":
      return `base red · ${subject.project}`;
    case "base_unknown":
      return `base unknown · ${subject.project}`;
    case "budget":
      return `budget · ${subject.project}`;
    case "landing_blocked":
      return `landing waits · ${subject.candidate}`;
    case "set_aside":
      return `set aside · ${subject.what}`;
    default:
      return unreachable(subject);
  }
}
