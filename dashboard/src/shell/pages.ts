/** The pages: one a question. */
export type PageName = "board" | "session" | "settings" | "doctor" | "projects" | "audit" | "nowhere";

export type PageLink = {
  readonly name: PageName;
  readonly title: string;
  readonly href: string;
  readonly keys: string;
};

export const pageLinks: readonly PageLink[] = [
  { name: "board", title: "Board", href: "/", keys: "g b" },
  { name: "projects", title: "Projects", href: "/projects", keys: "g p" },
  { name: "audit", title: "Events", href: "/events", keys: "g e" },
  { name: "doctor", title: "Doctor", href: "/doctor", keys: "g d" },
  { name: "settings", title: "Settings", href: "/settings", keys: "g s" },
];

const names: Readonly<Record<string, PageName>> = {
  sessions: "session",
  projects: "projects",
  events: "audit",
  doctor: "doctor",
  settings: "settings",
};

export function pageOf([first, second]: readonly string[]): PageName {
  if (first === undefined || first === "board") return "board";
  const name = names[first] ?? "nowhere";
  return name === "session" && second === undefined ? "board" : name;
}
