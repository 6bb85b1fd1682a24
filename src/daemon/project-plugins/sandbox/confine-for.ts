/** How a program of a session is confined as its project has it: in the sandbox, with the network that the settings name. */
import type { TurnId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { TurnConfinement } from "../../../slots/confinement.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { confineTurn, type ConfinedTurn, type Launch } from "./confine-turn.ts";
import type { ProjectSite } from "../project-site.ts";

export type ProgramOwner = {
  readonly site: ProjectSite;
  readonly session: Session;
  readonly access: ConfinedTurn["access"];
  /** Null: a reaction runs it, beside the session's turns. */
  readonly turn: TurnId | null;
};

export async function confineFor(
  { home, networks }: PluginServices,
  { site, session, access, turn }: ProgramOwner,
  launch: Launch,
): Promise<SlotResult<TurnConfinement | null>> {
  const { project, repository } = site;
  if (!site.sandbox.ok) return failed("refused", `nothing was started: ${site.sandbox.why}`);
  const { env } = launch;
  const { sandbox } = site.sandbox;
  const network = await networks.limitTurn({ project, session, turn, env });
  if (!network.ok) return network;
  const confined = {
    ...{ home, session, project, access, sandbox, network: network.value },
    gitDir: repository.gitDir,
    defaultBranch: project.defaultBranch,
    checkout: repository.isBare ? null : repository.path,
  };
  return ok(await confineTurn(confined, launch));
}
