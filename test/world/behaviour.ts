/** What an agent makes of one turn. */
export type Behaviour =
  | "work"
  /** Reads, says something, changes nothing. */
  | "idle"
  | "leave_dirty"
  /** Silent until interrupted; deaf ones only die by a kill; unread ones are silent before they read. */
  | "hang"
  | "hang_deaf"
  | "hang_unread"
  | "die_unread"
  | "die_read"
  /** Ends as if all were well, without having read. */
  | "swallow"
  | "never_start"
  | "ask_inside"
  | "ask_at_end"
  | "reach_limit"
  | "fail";
