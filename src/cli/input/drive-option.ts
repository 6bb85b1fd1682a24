import { Option } from "commander";
import { drive } from "../../protocol/session/status.ts";

/** Of verbs that start sessions. Which of these an agent has is the daemon's to say. */
export const driveOption = (): Option =>
  new Option("--drive <how>", "turns, terminal or exec; default: as the agent's settings say").choices(drive.options);
