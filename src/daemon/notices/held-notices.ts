/** Tells what has waited for its moment: all of a channel in one message, without what is over by now. */
import { priorities } from "../../domain/rules.ts";
import { isOver } from "../../engine/notice-over.ts";
import type { Notice } from "../../slots/notifier.ts";
import type { HeldNotice } from "../../store/held-notices.ts";
import type { Store } from "../../store/open.ts";
import type { RegisteredProject } from "../context.ts";
import { parseNotice } from "./parse-notice.ts";
import type { ProjectNotifiers } from "./project-notifiers.ts";

export type Telling = {
  readonly store: Store;
  /** Null: the project is gone. */
  readonly projectOf: (id: HeldNotice["project"]) => RegisteredProject | null;
  readonly noticesOf: (project: RegisteredProject) => ProjectNotifiers;
};

/** As long as a notice is tried anyway. */
const TRIED_MS = 24 * 60 * 60_000;

export async function tellHeld({ store, projectOf, noticesOf }: Telling, nowMs: number): Promise<void> {
  const due = store.heldNotices.due(nowMs);
  const heaps = Map.groupBy(due, ({ project, notifier }) => JSON.stringify([project, notifier]));
  for (const heap of heaps.values()) {
    const [first] = heap;
    const project = first === undefined ? null : projectOf(first.project);
    const channel = first === undefined || project === null ? null : noticesOf(project).channel(first.notifier);
    const worth = heap
      .flatMap(({ doc }) => parseNotice(doc) ?? [])
      .filter(({ about }) => !about || !isOver(store, about));
    const isTold = channel === null || worth.length === 0 || (await channel.notify(together(worth))).ok;
    for (const held of heap) if (isTold || held.due_ms < nowMs - TRIED_MS) store.heldNotices.letGo(held);
  }
}

/** What the smallest of the channels takes. */
const MESSAGE_MAX = 1_800;

/** One alone is told as it is. */
function together(notices: readonly Notice[]): Notice {
  const [first, second] = notices;
  if (first !== undefined && second === undefined) return first;
  const lines = notices.map(({ title, message }) => `• ${title}: ${message.split("\n")[0] ?? ""}`);
  const shown = lines.filter((_, at) => lines.slice(0, at + 1).join("\n").length <= MESSAGE_MAX);
  const left = lines.length - shown.length;
  return {
    key: `together:${first?.key ?? ""}`,
    title: `${notices.length} notices`,
    message: [...shown, ...(left > 0 ? [`… and ${left} more; \`ao list\` shows all.`] : [])].join("\n"),
    level: priorities.find((level) => notices.some((notice) => notice.level === level)) ?? "info",
    sessionId: null,
    url: null,
  };
}
