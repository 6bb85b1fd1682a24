/** What the palette reads only when its prefix is typed: issues, settings, the last events; and the keys of the page. */
import { client } from "../data/client.ts";
import { useProjects } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { go, formatSessionPath } from "../lib/address.ts";
import { useAll } from "../lib/external-store.ts";
import { scopes, type KeyScope } from "../lib/keyboard.ts";
import { formatClockTime } from "../lib/words.ts";
import { formatIssuePath } from "../issues/issue-deeds.ts";
import { createPlainRow, type PaletteRow } from "./palette-rows.ts";

const EVENTS = 200;

export function useAskedRows(prefix: string): readonly PaletteRow[] {
  const [project] = useProjects();
  const keys = useAll(scopes);
  const load = loaders[prefix];
  const of = project?.id ?? "";
  const { data } = useResource<readonly PaletteRow[]>(`palette ${prefix} ${of}`, async () => (await load?.(of)) ?? []);
  return prefix === "?" ? listKeyRows(keys) : (data ?? []);
}

const loaders: Readonly<Partial<Record<string, (project: string) => Promise<readonly PaletteRow[]>>>> = {
  "#": async () =>
    (await client.listIssues({})).map((issue) => ({
      ...createPlainRow(`issue-${issue.id}`, `#${issue.name} ${issue.title}`, issue.labels.join(" ")),
      group: "Issues",
      run: () => go(formatIssuePath(issue)),
    })),
  ":": async (project) =>
    (await client.settings(project === "" ? {} : { project })).settings.map(({ key, meaning }) => ({
      ...createPlainRow(`setting-${key}`, key, meaning),
      group: "Settings",
      run: () => go(`/settings?q=${encodeURIComponent(key)}`),
    })),
  "!": async () =>
    (await client.eventPage({ limit: EVENTS })).events.toReversed().map(({ seq, at, subject, told }) => ({
      ...createPlainRow(`event-${seq}`, told, `${formatClockTime(at, true)} · ${subject}`),
      group: "Events",
      run: () => go(formatSessionPath(subject, "timeline")),
    })),
};

const listKeyRows = (all: readonly KeyScope[]): readonly PaletteRow[] =>
  all.toReversed().flatMap(({ name, bindings }) =>
    bindings.map(({ keys, label, run }) => ({
      ...createPlainRow(`key-${name}-${keys}`, label, name, keys),
      group: "Keys",
      run,
    })),
  );
