/**
 * What news and commands are about, in one table each: the engine loads the facts of that subject, `decide` hands them
 * to its part. A new observation or command does not compile before it stands here.
 */
import type { Command } from "./command.ts";
import type { News } from "./observation.ts";

/** `named`: it says itself of which kind its subject is. `commanded`: its command does. */
type NewsSubject = "session" | "change" | "candidate" | "issue" | "project" | "named" | "commanded";

const newsSubjects = {
  issue_observed: "issue",
  issue_assigned: "issue",
  workspace_created: "session",
  setup_finished: "session",
  workspace_committed: "session",
  workspace_removed: "session",
  turn_granted: "session",
  wait_over: "session",
  turn_written: "session",
  turn_acknowledged: "session",
  turn_progressed: "session",
  turn_ended: "session",
  turn_probed: "session",
  turn_withdrawn: "session",
  workspace_lost: "session",
  steer_refused: "session",
  question_asked: "session",
  question_answered: "session",
  publish_refused: "session",
  issue_changed: "session",
  change_observed: "change",
  base_settled: "change",
  checks_outdated: "change",
  change_landed: "change",
  landing_failed: "change",
  candidate_planned: "candidate",
  candidate_built: "candidate",
  candidate_conflicted: "candidate",
  candidate_abandoned: "candidate",
  candidate_base_settled: "candidate",
  candidate_landed: "candidate",
  landing_blocked: "candidate",
  landing_refused: "candidate",
  base_observed: "project",
  checks_finished: "named",
  due: "named",
  effect_failed: "named",
  command_given: "commanded",
} as const satisfies Record<News["kind"], NewsSubject>;

/** `new`: a session that is not there yet. */
type CommandSubject = "new" | "session" | "change" | "issue" | "project";

const commandSubjects = {
  start_session: "new",
  send: "session",
  answer: "session",
  stop: "session",
  restore: "session",
  restart: "session",
  interrupt: "session",
  pause: "session",
  resume: "session",
  release: "session",
  take_over: "session",
  approve_reaction: "session",
  decline_reaction: "session",
  recall_turns: "session",
  land: "change",
  unqueue: "change",
  check_change: "change",
  approve_remark: "change",
  move_in_queue: "change",
  approve_text: "issue",
  pause_project: "project",
  resume_project: "project",
  check_base: "project",
} as const satisfies Record<Command["kind"], CommandSubject>;

type KindsAbout<Table, Subject> = { [Kind in keyof Table]: Table[Kind] extends Subject ? Kind : never }[keyof Table];
export type NewsAbout<Subject extends NewsSubject> = Extract<News, { kind: KindsAbout<typeof newsSubjects, Subject> }>;
type CommandAbout<Subject extends CommandSubject> = Extract<
  Command,
  { kind: KindsAbout<typeof commandSubjects, Subject> }
>;

export function isNewsAbout<Subject extends NewsSubject>(subject: Subject, news: News): news is NewsAbout<Subject> {
  return newsSubjects[news.kind] === subject;
}

export function isCommandAbout<Subject extends CommandSubject>(
  subject: Subject,
  command: Command,
): command is CommandAbout<Subject> {
  return commandSubjects[command.kind] === subject;
}
