import type { Notice } from "../../slots/notifier.ts";
import type { ProjectSlots } from "../../slots/slots.ts";

/** Tells every channel of these projects, each once by the key of the notice. */
export async function notifyOnce(projects: readonly ProjectSlots[], notice: Notice): Promise<void> {
  for (const notifier of projects.flatMap((slots) => slots.notifiers(notice.level))) {
    const sent = await notifier.wasSent(notice.key);
    if (!sent.ok || (sent.value.known && sent.value.value)) continue;
    await notifier.notify(notice);
  }
}
