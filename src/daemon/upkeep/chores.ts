import type { Home } from "../../config/home.ts";
import type { TurnId } from "../../domain/ids.ts";
import { trashesOf } from "../../plugins/workspace/shared/trash.ts";
import { sweepOld } from "./clean-up.ts";
import type { Composed } from "../compose.ts";
import type { CleanedUp } from "../context.ts";
import { tellHeld, type Telling } from "../notices/held-notices.ts";
import { settleOver } from "../notices/standing-notices.ts";
import type { Chores } from "./housekeeping.ts";
import { tellOfRefused } from "../slots/refused-tokens.ts";

export function chores(home: Home, deps: Composed): Chores {
  const { projects, slots, turnWatch, store, log } = deps;
  return {
    often: async () => {
      projects.compareFiles();
      turnWatch.keepOnly(openTurns(deps));
      await slots.refreshMissing(projects.registry.all().map(({ id }) => id));
      for (const { session, turn } of store.sessions.openTurns()) turnWatch.rewatch(turn, session);
      await tellPeople(deps);
    },
    hourly: async () => {
      const { removed, freedBytes } = await sweep(home, deps);
      if (removed.length > 0) log.info({ removed: removed.length, freedBytes }, "old output and trash were removed");
    },
  };
}

/** Of what waited for its moment, of what is over, and of what no loop can speak of: its token is refused. */
async function tellPeople({ projects, slots, store, brokers, channels, clock, noticesOf }: Composed): Promise<void> {
  channels.keepOnly(projects.registry.all().flatMap((project) => noticesOf(project).names()));
  const telling: Telling = { store, projectOf: (id) => projects.open(id), noticesOf };
  await tellHeld(telling, clock.wallMs());
  await settleOver(telling, clock.wallMs());
  const uses = projects.registry.all().flatMap(({ id }) => {
    const own = slots.slotsOf(id);
    return own === undefined ? [] : [{ project: id, slots: own }];
  });
  const quotas = brokers.all().map((broker) => broker.counts());
  await tellOfRefused(quotas, uses, clock.wallMs());
}

/** What is too old to be kept. */
export function sweep(home: Home, deps: Composed): Promise<CleanedUp> {
  const open = openTurns(deps);
  const roots = deps.projects.registry.all().flatMap(({ id }) => {
    const root = deps.slots.get(id)?.workspaces.root;
    return root === undefined ? [] : trashesOf({ trash: home.trash, root });
  });
  return sweepOld({
    turns: home.turns,
    trashes: [...new Set([home.trash, ...roots])],
    isOpen: (name) => [...open].some((turn) => turn === name),
    nowMs: deps.clock.wallMs(),
  });
}

const openTurns = ({ store }: Composed): ReadonlySet<TurnId> =>
  new Set(store.sessions.openTurns().map(({ turn }) => turn));
