/** The plugins of a project in which something is to be done now; without them it is said why not. */
import type { ProjectSlots } from "../../../slots/slots.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import { refuse } from "../../http/refusal.ts";

type Undone = "nothing was done" | "nothing was started";

export function openSlots(context: DaemonContext, project: RegisteredProject, undone: Undone): ProjectSlots {
  const { id, path, waiting } = project;
  const slots = context.slotsOf(id);
  if (slots !== undefined) return slots;
  if (waiting !== null)
    throw refuse("conflict", `${undone}: the settings of ${id} wait for you to accept them`, {
      try: `ao start ${path}`,
    });
  const why = context.troubleOf(id)?.replace(/\.$/, "") ?? `the plugins of ${id} are not loaded`;
  throw refuse("unavailable", `${undone}: ${why}`, { try: `ao doctor --only ${id}` });
}
