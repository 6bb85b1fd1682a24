/** What the palette offers, from what is loaded: acts of what is open, who needs me, sessions, pages. */
import type { StatusView } from "../../../src/protocol/session/status.ts";
import { beginAction, isOrder, sendOrder, type AttentionAct } from "../data/deeds.ts";
import { nameEntry, type BoardEntry } from "../data/board-entry.ts";
import { formatEntryPath } from "../data/entry-path.ts";
import { listEntries, listNeeding, type FleetData } from "../data/fleet.ts";
import { complain, showNotice } from "../data/notices.ts";
import { switchDensity, switchTheme } from "../data/tastes.ts";
import { go, formatSessionPath } from "../lib/address.ts";
import { chooseStatusGlyph, type GlyphName } from "../parts/glyph.tsx";
import { openKeys, openNewIssue, openNewSession, openStop } from "./overlays.ts";
import { pageLinks } from "./pages.ts";

export type PaletteRow = {
  readonly id: string;
  readonly group: "Do" | "Needs you" | "Sessions" | "Pages" | "Agents" | "Issues" | "Settings" | "Events" | "Keys";
  readonly glyph: GlyphName | null;
  readonly name: string;
  readonly context: string;
  readonly keys: string | null;
  /** Why it is not possible now. */
  readonly reason: string | null;
  /** What is done; where it is not possible now, it leads to the place where that is cleared. */
  readonly run: () => void;
};

const SHOWN_MAX = 60;

type Known = {
  readonly sessions: ReadonlyMap<string, StatusView>;
  readonly changes: FleetData["changes"];
  readonly open: StatusView | undefined;
  /** What was read for the prefix itself. */
  readonly asked: readonly PaletteRow[];
};

export const findPrefix = (text: string): string => /^[>@#:!?]/.exec(text)?.[0] ?? "";

/** A prefix narrows: `>` acts, `@` agents, `#` issues, `:` settings, `!` events, `?` keys. Else everything, most likely first. */
export function listRows(text: string, known: Known): readonly PaletteRow[] {
  const prefix = findPrefix(text);
  const words = text.slice(prefix.length).toLowerCase().split(/\s+/).filter(Boolean);
  const rows = groups[prefix]?.(known) ?? known.asked;
  return rows.filter((row) => matchesWords(row, words)).slice(0, SHOWN_MAX);
}

const groups: Readonly<Partial<Record<string, (known: Known) => readonly PaletteRow[]>>> = {
  "": (known) => [
    ...listOpenActions(known),
    ...listNeedingRows(known),
    ...listSessionRows(known),
    ...listGeneralActions(),
    ...listPageRows(),
  ],
  ">": (known) => [...listOpenActions(known), ...listGeneralActions(), ...listPageRows()],
  "@": ({ sessions }) =>
    [...sessions.values()].map((status) => ({
      ...createSessionRow(status),
      group: "Agents" as const,
      name: `${status.agent}: ${status.title}`,
    })),
};

function matchesWords({ name, context, id }: PaletteRow, words: readonly string[]): boolean {
  const all = `${name} ${context} ${id}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function listOpenActions({ open }: Known): readonly PaletteRow[] {
  if (open === undefined) return [];
  const offered = new Set(open.attention.act.map(({ verb }) => verb));
  const more = (["interrupt", "pause", "restart"] as const).filter((verb) => !offered.has(verb));
  return [
    ...open.attention.act.filter(({ verb }) => verb !== "stop").map((act) => actRow(open, act)),
    ...(open.attention.column === "done" ? [] : more.map((verb) => createOrderRow(open, verb))),
    ...(open.attention.column === "done" ? [] : [stopRow(open)]),
    {
      ...createPlainRow("copy-attach", "Copy attach command", `ao attach ${open.id}`),
      run: () => copy(`ao attach ${open.id}`),
    },
  ];
}

const actRow = (open: StatusView, act: AttentionAct): PaletteRow => ({
  ...createPlainRow(`act-${act.verb}`, act.label, open.id),
  reason: act.enabled ? null : (act.reason ?? "not possible now"),
  run: () => (act.enabled ? beginAction(open, act) : go(formatSessionPath(open.id, clearedAt[act.verb] ?? ""))),
});

/** Where what stands in the way is to be seen. */
const clearedAt: Readonly<Partial<Record<string, string>>> = { land: "changes", review: "changes", diff: "changes" };

const orderNames = { interrupt: "Interrupt", pause: "Pause", restart: "Restart agent" } as const;

const createOrderRow = (open: StatusView, verb: keyof typeof orderNames): PaletteRow => ({
  ...createPlainRow(`act-${verb}`, orderNames[verb], open.id),
  run: () => {
    if (isOrder(verb)) sendOrder(open.id, verb).catch(complain);
  },
});

const stopRow = (open: StatusView): PaletteRow => ({
  ...createPlainRow("act-stop", "Stop session…", open.id),
  run: () => openStop(open.id),
});

const listNeedingRows = ({ sessions, changes }: Known): readonly PaletteRow[] =>
  listNeeding(listEntries({ sessions, changes })).map((status) => ({
    ...createSessionRow(status),
    group: "Needs you",
    id: `needs-${status.id}`,
  }));

function listSessionRows({ sessions }: Known): readonly PaletteRow[] {
  const rest = [...sessions.values()].filter(({ attention }) => attention.column !== "needs_you");
  const isDone = ({ attention }: StatusView): number => (attention.column === "done" ? 1 : 0);
  return rest.toSorted((a, b) => isDone(a) - isDone(b)).map(createSessionRow);
}

function createSessionRow(status: BoardEntry): PaletteRow {
  const { id, title, project, agent, issue, branch } = status;
  return {
    id: `session-${id}`,
    group: "Sessions",
    glyph: chooseStatusGlyph(status),
    name: title,
    context: [nameEntry(status), project, agent, issue === null ? "" : `#${issue}`, branch].filter(Boolean).join(" · "),
    keys: null,
    reason: null,
    run: () => go(formatEntryPath(status)),
  };
}

function listGeneralActions(): readonly PaletteRow[] {
  return [
    { ...createPlainRow("new", "New session", "start an agent on a task"), run: openNewSession },
    { ...createPlainRow("new-issue", "New issue", "add to the backlog", "c"), run: openNewIssue },
    { ...createPlainRow("theme", "Switch theme", "light or dark", "T"), run: switchTheme },
    { ...createPlainRow("density", "Change density", "roomy, normal, compact", "d"), run: switchDensity },
    { ...createPlainRow("link", "Copy link", "to what is shown now"), run: () => copy(location.href) },
    { ...createPlainRow("keys", "Keys of this page", "", "?"), run: openKeys },
  ];
}

const listPageRows = (): readonly PaletteRow[] =>
  pageLinks.map(({ name, title, href, keys }) => ({
    ...createPlainRow(`page-${name}`, title, "page", keys),
    group: "Pages",
    run: () => go(href),
  }));

export const createPlainRow = (id: string, name: string, context: string, keys: string | null = null) =>
  ({ id, group: "Do", glyph: null, name, context, keys, reason: null }) as const;

export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(() => showNotice(`Copied: ${text}`), complain);
}
