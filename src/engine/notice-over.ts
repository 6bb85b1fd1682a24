import type { NoticeSubject } from "../domain/core/effect.ts";
import type { Facts } from "../domain/core/facts.ts";
import type { EffectSubject } from "../domain/core/subject.ts";
import { findConcern, isStillSo } from "../domain/incident/notice.ts";
import type { Store } from "../store/open.ts";
import { isDamagedRow } from "../store/docs/doc.ts";
import { loadSubjectFacts } from "./inbox/load-facts.ts";

function loadReadableFacts(store: Store, subject: EffectSubject): Facts | null {
  try {
    return loadSubjectFacts(store, subject);
  } catch (error) {
    if (isDamagedRow(error)) return null;
    throw error;
  }
}

/** Is what a notice says not so any more, as far as is known here? */
export function isNoticeOver(store: Store, subject: NoticeSubject): boolean {
  const concern = findConcern(subject);
  const facts = concern === null ? null : loadReadableFacts(store, concern);
  return facts !== null && !isStillSo(subject, facts);
}
