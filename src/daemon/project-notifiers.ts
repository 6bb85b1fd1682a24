/** Who is told of a project's news: by priority, each notice once on each channel, with a link to the dashboard. */
import { nearest } from "../lib/nearest.ts";
import { known } from "../domain/known.ts";
import type { Priority } from "../domain/rules.ts";
import { notifiers } from "../plugins/index.ts";
import type { MadeNotifier } from "../plugins/notifier/shared/made.ts";
import type { Notice, NotifierPlugin } from "../slots/notifier.ts";
import { ok } from "../slots/result.ts";
import type { RegisteredProject } from "./context.ts";
import type { Ground } from "./ground.ts";

export type ProjectNotifiers = {
  readonly told: (level: Priority) => readonly NotifierPlugin[];
  /** Why some that the settings name are not used. */
  readonly missing: readonly string[];
};

type Needed = Pick<Ground, "daemonSettings" | "env" | "store" | "dashboard">;

export function projectNotifiers(ground: Needed, project: RegisteredProject): ProjectNotifiers {
  const { routing } = ground.daemonSettings();
  const namesOf = (level: Priority): readonly string[] =>
    routing?.[level] ?? (level === "info" ? [] : project.settings.notifiers);
  const made = new Map([...new Set(priorities.flatMap(namesOf))].map((name) => [name, make(ground, name)]));
  return {
    told: (level) =>
      namesOf(level).flatMap((name) => {
        const notifier = made.get(name);
        return notifier?.ok === true ? [oncePerNotice(ground, notifier.notifier)] : [];
      }),
    missing: [...made.values()].flatMap((one) => (one.ok ? [] : [one.why])),
  };
}

const priorities = ["urgent", "action", "warning", "info"] as const satisfies readonly Priority[];

function make({ daemonSettings, env }: Needed, name: string): MadeNotifier {
  const { plugin, settings } = daemonSettings().notifiers[name] ?? { plugin: name, settings: {} };
  const factory = Object.entries(notifiers).find(([known]) => known === plugin)?.[1];
  if (factory !== undefined) return factory({ name, settings, env });
  const meant = nearest(plugin, Object.keys(notifiers));
  const hint = meant === null ? `there are ${Object.keys(notifiers).join(", ")}` : `did you mean ${meant}?`;
  return { ok: false, why: `there is no notifier "${plugin}": ${hint}` };
}

/** What went out is written down, so that a retry for the sake of another channel does not tell this one again. */
function oncePerNotice({ store, dashboard }: Needed, notifier: NotifierPlugin): NotifierPlugin {
  return {
    name: notifier.name,
    notify: async (notice) => {
      const told = await notifier.notify({ ...notice, url: notice.url ?? linkOf(notice, dashboard()) });
      if (told.ok) store.sentNotices.add(notice.key, notifier.name, Date.now());
      return told;
    },
    wasSent: async (key) => (store.sentNotices.has(key, notifier.name) ? ok(known(true)) : await notifier.wasSent(key)),
  };
}

function linkOf({ sessionId }: Notice, dashboard: string | null): string | null {
  if (dashboard === null) return null;
  return sessionId === null ? dashboard : `${dashboard}/sessions/${encodeURIComponent(sessionId)}`;
}
