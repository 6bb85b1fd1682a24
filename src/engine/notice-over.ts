import type { NoticeSubject } from "../domain/effect.ts";
import { concernOf, isStillSo } from "../domain/notice.ts";
import type { Store } from "../store/open.ts";
import { subjectFacts } from "./load-facts.ts";

/** Is what a notice says not so any more, as far as is known here? */
export function isOver(store: Store, subject: NoticeSubject): boolean {
  const concern = concernOf(subject);
  const facts = concern === null ? null : subjectFacts(store, concern);
  return facts !== null && !isStillSo(subject, facts);
}
