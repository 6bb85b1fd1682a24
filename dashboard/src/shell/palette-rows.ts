/** What the palette offers, from what is loaded: acts of what is open, who needs me, sessions, pages. */
import type { StatusView } from "../../../src/protocol/status.ts";
import { begin, isOrder, order, type Act } from "../data/deeds.ts";
import { entryName, type BoardEntry } from "../data/board-entry.ts";
import { entryPath } from "../data/entry-path.ts";
import { entriesOf, needing, type Fleet } from "../data/fleet.ts";
import { complain, say } from "../data/notices.ts";
import { nextDensity, switchTheme } from "../data/tastes.ts";
import { go, sessionPath } from "../lib/address.ts";
import { glyphOf, type GlyphName } from "../parts/glyph.tsx";
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
  readonly changes: Fleet["changes"];
  readonly open: StatusView | undefined;
  /** What was read for the prefix itself. */
  readonly asked: readonly PaletteRow[];
};

export const prefixOf = (text: string): string => /^[>@#:!?]/.exec(text)?.[0] ?? "";

/** A prefix narrows: `>` acts, `@` agents, `#` issues, `:` settings, `!` events, `?` keys. Else everything, most likely first. */
export function rowsFor(text: string, known: Known): readonly PaletteRow[] {
  const prefix = prefixOf(text);
  const words = text.slice(prefix.length).toLowerCase().split(/\s+/).filter(Boolean);
  const rows = groups[prefix]?.(known) ?? known.asked;
  return rows.filter((row) => fits(row, words)).slice(0, SHOWN_MAX);
}

const groups: Readonly<Partial<Record<string, (known: Known) => readonly PaletteRow[]>>> = {
  "": (known) => [...actsOfOpen(known), ...whoNeedsMe(known), ...everySession(known), ...generalActs(), ...everyPage()],
  ">": (known) => [...actsOfOpen(known), ...generalActs(), ...everyPage()],
  "@": ({ sessions }) =>
    [...sessions.values()].map((status) => ({
      ...sessionRow(status),
      group: "Agents" as const,
      name: `${status.agent}: ${status.title}`,
    })),
};

function fits({ name, context, id }: PaletteRow, words: readonly string[]): boolean {
  const all = `${name} ${context} ${id}`.toLowerCase();
  return words.every((word) => all.includes(word));
}

function actsOfOpen({ open }: Known): readonly PaletteRow[] {
  if (open === undefined) return [];
  const offered = new Set(open.attention.act.map(({ verb }) => verb));
  const more = (["interrupt", "pause", "restart"] as const).filter((verb) => !offered.has(verb));
  return [
    ...open.attention.act.filter(({ verb }) => verb !== "stop").map((act) => actRow(open, act)),
    ...(open.attention.column === "done" ? [] : more.map((verb) => orderRow(open, verb))),
    ...(open.attention.column === "done" ? [] : [stopRow(open)]),
    {
      ...plainRow("copy-attach", "Copy attach command", `ao attach ${open.id}`),
      run: () => copy(`ao attach ${open.id}`),
    },
  ];
}

const actRow = (open: StatusView, act: Act): PaletteRow => ({
  ...plainRow(`act-${act.verb}`, act.label, open.id),
  reason: act.enabled ? null : (act.reason ?? "not possible now"),
  run: () => (act.enabled ? begin(open, act) : go(sessionPath(open.id, clearedAt[act.verb] ?? ""))),
});

/** Where what stands in the way is to be seen. */
const clearedAt: Readonly<Partial<Record<string, string>>> = { land: "changes", review: "changes", diff: "changes" };

const orderNames = { interrupt: "Interrupt", pause: "Pause", restart: "Restart agent" } as const;

const orderRow = (open: StatusView, verb: keyof typeof orderNames): PaletteRow => ({
  ...plainRow(`act-${verb}`, orderNames[verb], open.id),
  run: () => {
    if (isOrder(verb)) order(open.id, verb).catch(complain);
  },
});

const stopRow = (open: StatusView): PaletteRow => ({
  ...plainRow("act-stop", "Stop session…", open.id),
  run: () => openStop(open.id),
});

const whoNeedsMe = ({ sessions, changes }: Known): readonly PaletteRow[] =>
  needing(entriesOf({ sessions, changes })).map((status) => ({
    ...sessionRow(status),
    group: "Needs you",
    id: `needs-${status.id}`,
  }));

function everySession({ sessions }: Known): readonly PaletteRow[] {
  const rest = [...sessions.values()].filter(({ attention }) => attention.column !== "needs_you");
  const isDone = ({ attention }: StatusView): number => (attention.column === "done" ? 1 : 0);
  return rest.toSorted((a, b) => isDone(a) - isDone(b)).map(sessionRow);
}

function sessionRow(status: BoardEntry): PaletteRow {
  const { id, title, project, agent, issue, branch } = status;
  return {
    id: `session-${id}`,
    group: "Sessions",
    glyph: glyphOf(status),
    name: title,
    context: [entryName(status), project, agent, issue === null ? "" : `#${issue}`, branch].filter(Boolean).join(" · "),
    keys: null,
    reason: null,
    run: () => go(entryPath(status)),
  };
}

function generalActs(): readonly PaletteRow[] {
  return [
    { ...plainRow("new", "New session", "start an agent on a task"), run: openNewSession },
    { ...plainRow("new-issue", "New issue", "add to the backlog", "c"), run: openNewIssue },
    { ...plainRow("theme", "Switch theme", "light or dark", "T"), run: switchTheme },
    { ...plainRow("density", "Change density", "roomy, normal, compact", "d"), run: nextDensity },
    { ...plainRow("link", "Copy link", "to what is shown now"), run: () => copy(location.href) },
    { ...plainRow("keys", "Keys of this page", "", "?"), run: openKeys },
  ];
}

const everyPage = (): readonly PaletteRow[] =>
  pageLinks.map(({ name, title, href, keys }) => ({
    ...plainRow(`page-${name}`, title, "page", keys),
    group: "Pages",
    run: () => go(href),
  }));

export const plainRow = (id: string, name: string, context: string, keys: string | null = null) =>
  ({ id, group: "Do", glyph: null, name, context, keys, reason: null }) as const;

export function copy(text: string): void {
  navigator.clipboard.writeText(text).then(() => say(`Copied: ${text}`), complain);
}
