/** The pages: one a question. */
export type PageName =
  | "board"
  | "session"
  | "issues"
  | "issue"
  | "landing"
  | "change"
  | "fleet"
  | "settings"
  | "doctor"
  | "projects"
  | "audit"
  | "nowhere";

export type PageLink = {
  readonly name: PageName;
  readonly title: string;
  readonly href: string;
  readonly keys: string;
  readonly onPhone: boolean;
};

export const pageLinks: readonly PageLink[] = [
  { name: "board", title: "Board", href: "/", keys: "g b", onPhone: true },
  { name: "issues", title: "Issues", href: "/issues", keys: "g i", onPhone: true },
  { name: "landing", title: "Landing", href: "/landing", keys: "g l", onPhone: true },
  { name: "fleet", title: "Fleet", href: "/fleet", keys: "g f", onPhone: true },
  { name: "projects", title: "Projects", href: "/projects", keys: "g p", onPhone: false },
  { name: "audit", title: "Events", href: "/events", keys: "g e", onPhone: false },
  { name: "doctor", title: "Doctor", href: "/doctor", keys: "g d", onPhone: false },
  { name: "settings", title: "Settings", href: "/settings", keys: "g s", onPhone: true },
];

const names: Readonly<Record<string, PageName>> = {
  sessions: "session",
  issues: "issues",
  landing: "landing",
  changes: "change",
  fleet: "fleet",
  projects: "projects",
  events: "audit",
  doctor: "doctor",
  settings: "settings",
};

export function parsePage([first, second]: readonly string[]): PageName {
  if (first === undefined || first === "board") return "board";
  const name = names[first] ?? "nowhere";
  if (name === "issues" && second !== undefined) return "issue";
  return name === "session" && second === undefined ? "board" : name;
}
