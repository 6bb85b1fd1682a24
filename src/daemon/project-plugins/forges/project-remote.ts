/** Where a project's issues and changes live when that is elsewhere: on the forges that its settings name. */
import { findPlugin, type Filling } from "../../../plugins/find-plugin.ts";
import type { AgentDoor } from "../../../plugins/remote/agents/agent-door.ts";
import type { OpenedForge } from "../../../plugins/remote/forge/open-forge.ts";
import { modestRules } from "../../../plugins/remote/quota/quota-rules.ts";
import type { ChecksPlugin } from "../../../slots/checks.ts";
import type { ScmPlugin } from "../../../slots/scm.ts";
import type { TrackerPlugin } from "../../../slots/tracker.ts";
import { wallClock } from "../../process/wall-clock.ts";
import { connectForge, type RemoteParts } from "./remote-parts.ts";

/** Null: that lives here, or with a tracker. */
export type ProjectRemoteForge = {
  readonly tracker: TrackerPlugin | null;
  readonly changes: { readonly scm: ScmPlugin; readonly checks: ChecksPlugin } | null;
  /** Through which agents ask it; null: they do not. */
  readonly agents: AgentDoor | null;
  readonly close: () => Promise<void>;
};

/** Null: nothing of it lives elsewhere. What cannot be opened throws, and is tried again. */
export async function openRemote(parts: RemoteParts): Promise<ProjectRemoteForge | null> {
  const { tracker, scm } = parts.site.project.settings;
  const ofIssues = findPlugin("forge", tracker.plugin);
  const ofChanges = findPlugin("forge", scm.plugin);
  const [issues, changes] = await openBoth(
    parts,
    // A forge whose issues are those of a tracker is opened for its changes only.
    ofIssues?.plugin.tracker === undefined ? ofIssues : undefined,
    ofChanges,
  );
  if (issues === null && changes === null) return null;
  return {
    tracker: issues?.tracker ?? null,
    changes,
    agents: issues?.door ?? changes?.door ?? null,
    close: async () => {
      await issues?.close();
      if (changes !== issues) await changes?.close();
    },
  };
}

type Forge = Filling<"forge">;
type Opened = OpenedForge & { readonly door: AgentDoor | null };

async function openBoth(
  parts: RemoteParts,
  ofIssues: Forge | undefined,
  ofChanges: Forge | undefined,
): Promise<readonly [issues: Opened | null, changes: Opened | null]> {
  const issues = ofIssues === undefined ? null : await open(parts, ofIssues);
  if (ofChanges === undefined) return [issues, null];
  if (ofIssues?.plugin === ofChanges.plugin) return [issues, issues];
  try {
    return [issues, await open(parts, ofChanges)];
  } catch (error) {
    await issues?.close();
    throw error;
  }
}

async function open(parts: RemoteParts, { plugin, part }: Forge): Promise<Opened> {
  const { ground: services, site } = parts;
  const { id, settings } = site.project;
  const { tracker, scm, repo } = settings;
  const { name, title, quota = modestRules } = plugin;
  const opened = await part.open({
    ...{ project: id, repo, env: services.env, clock: wallClock, redact: services.redact },
    tracker: tracker.plugin === name ? tracker : null,
    scm: scm.plugin === name ? scm : null,
    bots: [...tracker.bots, ...scm.bots],
    connect: (connection) => connectForge(parts, { name, title, quota }, connection),
  });
  const { agents } = opened;
  const door = agents === null || part.agents === undefined ? null : { ...agents, interface: part.agents };
  return { ...opened, door };
}
