import { noteAuditHead } from "../../config/audit/audit-heads.ts";
import type { HomePaths } from "../../config/home.ts";
import type { TurnId } from "../../domain/model/ids.ts";
import { listTrashes } from "../../plugins/workspace/shared/rescue/trash.ts";
import { limits } from "../../domain/model/limits.ts";
import { countCleanedUp, sweepOld } from "./clean-up.ts";
import type { RoomMeans } from "./disk-room.ts";
import { measureDiskUse } from "./disk-use.ts";
import { removeFinished } from "./finished-workspaces.ts";
import { makeRoom } from "./make-room.ts";
import { sweepCaches } from "./sweep-caches.ts";
import { sweepPrepared } from "./sweep-prepared.ts";
import type { Composed } from "../compose.ts";
import type { CleanedUp } from "../context.ts";
import { tellOfFailure, type DailyBackups } from "./backups.ts";
import type { Chores } from "./housekeeping.ts";
import type { WorkspaceWatch } from "../watch/workspace-watch.ts";
import { tellOfRefused } from "../project-plugins/forges/refused-tokens.ts";

type Helpers = { readonly backups: DailyBackups; readonly workspaces: WorkspaceWatch };

export function createChores(home: HomePaths, deps: Composed, { backups, workspaces }: Helpers): Chores {
  const { projects, slots, turnWatch, store, log } = deps;
  return {
    often: async () => {
      projects.compareFiles();
      turnWatch.keepOnly(openTurns(deps));
      await slots.refreshMissing(projects.registry.loadedIds());
      for (const { session, turn } of store.sessions.openTurns()) turnWatch.rewatch(turn, session);
      await workspaces.checkAll();
      await tellPeople(deps);
      await tellOfFailure(backups.failure(), deps);
      await deps.diskRoom.look(createRoomMeans(home, deps));
    },
    hourly: async () => {
      noteHead(home, deps);
      backups.beginIfDue();
      const { removed, freedBytes } = await sweepHome(home, deps, limits.preparedKeptMs);
      if (removed.length > 0) log.info({ removed: removed.length, freedBytes }, "old output and trash were removed");
    },
  };
}

/** Of what no loop can speak of: a token is refused. */
async function tellPeople({ projects, slots, brokers, channels, clock, noticesOf }: Composed): Promise<void> {
  channels.keepOnly(projects.registry.all().flatMap((project) => noticesOf(project).names()));
  const uses = projects.registry.all().flatMap(({ id }) => {
    const own = slots.slotsOf(id);
    return own === undefined ? [] : [{ project: id, slots: own }];
  });
  const quotas = brokers.all().map((broker) => broker.counts());
  await tellOfRefused(quotas, uses, clock.wallMs());
}

/** How far the audit log has come. */
function noteHead(home: HomePaths, { store, clock }: Composed): void {
  noteAuditHead(home, { atMs: clock.wallMs(), ...store.audit.head(), isRestored: false });
}

/** What is too old to be kept. `unusedMs`: so long check workspaces are kept that no check uses. */
export async function sweepHome(home: HomePaths, deps: Composed, unusedMs: number): Promise<CleanedUp> {
  const sources = listSources(home, deps);
  const old = await sweepOld(sources);
  const prepared = await sweepPrepared(sources);
  const ofChecks = await removeChecks(deps, { unusedMs, wantedBytes: Number.POSITIVE_INFINITY });
  return countCleanedUp([...old.removed, ...prepared, ...ofChecks, ...(await sweepCaches(sources))], old.kept);
}

type UnusedChecks = { readonly unusedMs: number; readonly wantedBytes: number };

async function removeChecks(
  { slots, clock }: Pick<Composed, "slots" | "clock">,
  { unusedMs, wantedBytes }: UnusedChecks,
): Promise<CleanedUp["removed"]> {
  const removed = await slots.removeUnusedChecks({ usedBeforeMs: clock.wallMs() - unusedMs, wantedBytes });
  return removed.map((one) => ({ what: "check workspace", ...one }));
}

function createRoomMeans(home: HomePaths, deps: Composed): RoomMeans {
  const { store, slots, places } = deps;
  return {
    measureHome: async () => {
      const lookMs = limits.homeMeasureMs;
      const use = await measureDiskUse({
        home,
        roots: listWorkspaceRoots(deps),
        nowMs: () => performance.now(),
        lookMs,
      });
      return use.workspaces + use.checks + use.prepared + use.caches + use.trash + use.logs + use.data;
    },
    makeRoom: (wantedBytes) => {
      const finished = { store, slotsOf: slots.slotsOf, placeOf: places.kept };
      const removeOld = (endedBeforeMs: number) => removeFinished({ ...finished, endedBeforeMs });
      const removeUnusedChecks = (wanted: number) =>
        removeChecks(deps, { unusedMs: limits.surelyKeptMs, wantedBytes: wanted });
      return makeRoom({ ...listSources(home, deps), removeUnusedChecks, removeFinished: removeOld }, wantedBytes);
    },
  };
}

function listSources(home: HomePaths, deps: Composed) {
  const open: ReadonlySet<string> = openTurns(deps);
  const trashes = listWorkspaceRoots(deps).flatMap((root) => listTrashes({ trash: home.trash, root }));
  return {
    ...{ turns: home.turns, caches: home.caches, prepared: home.prepared, nowMs: deps.clock.wallMs() },
    trashes: [...new Set([home.trash, ...trashes])],
    isOpen: (name: string) => open.has(name),
  };
}

export const listWorkspaceRoots = ({ projects, slots }: Pick<Composed, "projects" | "slots">): readonly string[] =>
  projects.registry.all().flatMap(({ id }) => slots.get(id)?.workspaces.root ?? []);

const openTurns = ({ store }: Composed): ReadonlySet<TurnId> =>
  new Set(store.sessions.openTurns().map(({ turn }) => turn));
