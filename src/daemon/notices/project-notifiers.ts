/** Who is told of a project's news: by priority, each notice once on each channel, with a link to the dashboard. */
import type { DaemonSettings } from "../../config/resolve/daemon-settings.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import { priorities, type Priority } from "../../domain/model/rules.ts";
import { keptChannel } from "../../engine/notices/kept-channel.ts";
import { findPlugin, pluginsWith } from "../../plugins/find-plugin.ts";
import type { MadeNotifier } from "../../plugins/notifier/shared/made.ts";
import type { Notice, NotifierPlugin, SentNotice } from "../../slots/notifier.ts";
import type { RegisteredProject } from "../context.ts";
import type { PluginServices } from "../plugin-services.ts";
import { PUSH, type PushBook } from "./push-book.ts";

export type ProjectNotifiers = {
  /** What may not be told now waits for its moment. */
  readonly told: (level: Priority) => readonly NotifierPlugin[];
  /** Tells now; null: there is none of that name. */
  readonly channel: (name: string) => NotifierPlugin | null;
  /** All that the settings name, and browsers. */
  readonly names: () => readonly string[];
  /** Why some of them are not used. */
  readonly missing: readonly string[];
};

type Needed = Pick<PluginServices, "daemonSettings" | "env" | "store" | "dashboard" | "channels" | "clock"> & {
  readonly push: Pick<PushBook, "channels">;
};

export function createProjectNotifiers(ground: Needed, project: RegisteredProject): ProjectNotifiers {
  const { routing } = ground.daemonSettings();
  const namesOf = (level: Priority): readonly string[] =>
    routing?.[level] ?? (level === "info" ? [] : project.settings.notifiers);
  const names = [...new Set(priorities.flatMap(namesOf))].filter((name) => name !== PUSH);
  const made = new Map(names.map((name) => [name, make(ground, name)]));
  const keeping = { ...ground, timing: () => ground.daemonSettings().notices };
  const pushed = (): readonly string[] => ground.push.channels().map(({ name }) => name);
  const browsers = (level: Priority): readonly string[] => (isForBrowsers(level, { routing, namesOf }) ? pushed() : []);
  const channel = (name: string): NotifierPlugin | null => {
    const one = made.get(name);
    if (one?.ok === true) return addLinks(ground, one.notifier);
    const browser = ground.push.channels().find((other) => other.name === name);
    return browser === undefined ? null : addLinks(ground, browser);
  };
  return {
    channel,
    names: () => [...names, ...pushed()],
    told: (level) =>
      [...namesOf(level), ...browsers(level)].flatMap((name) => {
        const notifier = channel(name);
        return notifier === null ? [] : [keptChannel(keeping, project.id, notifier)];
      }),
    missing: [...made.values()].flatMap((one) => (one.ok ? [] : [one.why])),
  };
}

type Routed = {
  readonly routing: DaemonSettings["routing"];
  readonly namesOf: (level: Priority) => readonly string[];
};

/** A person has asked for it in the browser. A routing that names `push` says of what; else all but `info`. */
function isForBrowsers(level: Priority, { routing, namesOf }: Routed): boolean {
  const isRouted = routing !== null && priorities.some((any) => namesOf(any).includes(PUSH));
  return isRouted ? namesOf(level).includes(PUSH) : level !== "info";
}

function make({ daemonSettings, env }: Needed, name: string): MadeNotifier {
  const { plugin, settings } = daemonSettings().notifiers[name] ?? { plugin: name, settings: {} };
  const found = findPlugin("notifier", plugin);
  if (found !== undefined) return found.part({ name, settings, env });
  const names = pluginsWith("notifier").map((one) => one.plugin.name);
  const meant = findNearest(plugin, names);
  const hint = meant === null ? `there are ${names.join(", ")}` : `did you mean ${meant}?`;
  return { ok: false, why: `there is no notifier "${plugin}": ${hint}` };
}

/** A channel gets to see what people read, and where they look further. */
function addLinks({ dashboard, channels, clock }: Needed, notifier: NotifierPlugin): NotifierPlugin {
  const { name, settle } = notifier;
  const shown = ({ about: _about, ...notice }: Notice): Notice => ({
    ...notice,
    url: notice.url ?? buildLink(notice, dashboard()),
  });
  return {
    name,
    notify: async (notice) => {
      const told = await notifier.notify(shown(notice));
      channels.note(name, told, clock.wallMs());
      return told;
    },
    wasSent: (key) => notifier.wasSent(key),
    ...(settle === undefined
      ? {}
      : { settle: ({ notice, ref }: SentNotice) => settle({ notice: shown(notice), ref }) }),
  };
}

function buildLink({ sessionId }: Notice, dashboard: string | null): string | null {
  if (dashboard === null) return null;
  return sessionId === null ? dashboard : `${dashboard}/sessions/${encodeURIComponent(sessionId)}`;
}
