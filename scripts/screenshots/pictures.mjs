// Which pages there are pictures of, and by which sign one knows that a page is drawn.
import { paginate, priceWithTax, rateLimit, roundTotals, sessionOf } from "./scene.mjs";

const session = (of, tab = "") => `/sessions/${sessionOf(of)}${tab}`;

/** Before anything has begun. */
export const first = [{ name: "first-run", path: "/", sign: ".step" }];

export const pages = (issueOf) => [
  { name: "board", path: "/", sign: ".card" },
  { name: "board-list", path: "/?view=list", sign: "[data-session]" },
  { name: "session", path: session(rateLimit), sign: ".question" },
  { name: "terminal", path: session(paginate, "/terminal"), sign: ".xterm-rows" },
  { name: "changes", path: session(priceWithTax, "/changes"), sign: ".diff-line" },
  { name: "changes-split", path: session(priceWithTax, "/changes?split=on"), sign: ".diff-pair", isWide: true },
  { name: "checks", path: session(roundTotals, "/checks"), sign: ".check" },
  { name: "timeline", path: session(roundTotals, "/timeline"), sign: ".event" },
  { name: "issues", path: "/issues", sign: ".issue-row" },
  { name: "issues-graph", path: "/issues?view=graph", sign: ".graph-node" },
  { name: "issue", path: `/issues/${issueOf("Cache the token lookup")}`, sign: "h1" },
  { name: "landing", path: "/landing", sign: ".queue-row" },
  { name: "fleet", path: "/fleet?period=day", sign: ".chart" },
  { name: "projects", path: "/projects", sign: ".tile" },
  { name: "events", path: "/events", sign: ".event" },
  { name: "doctor", path: "/doctor", sign: ".doctor-row" },
  { name: "settings", path: "/settings?q=approvals", sign: ".setting-row", fill: { "policy.approvals": "2" } },
  { name: "palette", path: "/?find=r", sign: ".palette-row" },
  { name: "keys", path: "/", sign: ".card", keys: "?", isWide: true },
];

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export const looks = [
  { suffix: "", settings: { viewport: WIDE, colorScheme: "light" } },
  { suffix: "-dark", settings: { viewport: WIDE, colorScheme: "dark" } },
  { suffix: "-phone", settings: { viewport: PHONE, colorScheme: "light", hasTouch: true }, isNarrow: true },
];
