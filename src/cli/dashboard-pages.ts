/** Where the dashboard shows what a verb shows; the last line of its help. */
const pages: Readonly<Record<string, string>> = {
  start: "Projects",
  init: "Projects",
  "add-project": "Projects",
  "remove-project": "Projects",
  new: "Board",
  create: "Board",
  list: "Board",
  dashboard: "Board",
  prompt: "the session's page",
  status: "the session's page",
  why: "the session's page, Timeline",
  attach: "the session's page, Terminal",
  open: "the session's page",
  logs: "the session's page, Terminal",
  send: "the session's page",
  answer: "the session's page",
  interrupt: "the session's page",
  restart: "the session's page",
  pause: "the session's page",
  resume: "the session's page",
  release: "the session's page",
  stop: "the session's page",
  restore: "the session's page",
  diff: "the session's page, Changes",
  review: "the change's page",
  change: "the change's page",
  revert: "the change's page",
  merge: "Landing",
  queue: "Landing",
  issue: "Issues",
  batch: "Issues",
  events: "Events",
  config: "Settings",
  doctor: "Doctor",
};

/** What has no page there is described where everything is. */
export function findPage(verb: string): string {
  const page = pages[verb];
  return page === undefined ? "All commands: ao --help" : `In the dashboard: ${page}. Open it: ao dashboard`;
}
