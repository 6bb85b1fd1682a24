/**
 * Checks with the same layout (tree, set-up, environment) share a workspace where they cannot run at once: one that has
 * to wait for a place waits for the workspace of another one, too, instead of preparing its own. It is cleaned for each
 * of them as always; a checkout, its room on the disk, and a set-up whose results are kept are saved.
 *
 * When the place of one that waits for a workspace comes, whoever holds the workspace
 * - waits for a place itself: it hands the workspace over, and waits for one again;
 * - runs: both have a place, so the one that waits takes a workspace of its own;
 * - has ended its program: the workspace is free in a moment.
 */
import type { CheckSlot } from "./check-slots.ts";
import type { CheckWorkspace, Pool } from "./pool.ts";

export type WorkspaceRequest = {
  readonly setupKey: string;
  /** Those with the same one share a workspace. */
  readonly layoutKey: string;
  /** Null when it was called off before it had one. */
  readonly place: Promise<CheckSlot | null>;
  /** It did not get its place at once. */
  readonly hasToWait: boolean;
  readonly signal: AbortSignal;
};

/** `place`: null also when the workspace is to be handed over first. */
export type WorkspaceUse = { readonly desk: CheckWorkspace; readonly place: Promise<CheckSlot | null> };

export type SharedWorkspaces = {
  /** Works in a workspace, and in another one after it handed the first one over. Null: it was called off. */
  readonly use: <T>(request: WorkspaceRequest, work: (use: WorkspaceUse) => Promise<T | null>) => Promise<T | null>;
};

type HolderState = "waits" | "runs" | "ended" | "hands_over";

type Holder = {
  readonly layoutKey: string;
  readonly place: Promise<CheckSlot | null>;
  readonly state: () => HolderState;
  readonly handOver: () => void;
};

/** Waits for the workspace of a holder. */
type Waiter = {
  readonly layoutKey: string;
  readonly hasPlace: () => boolean;
  /** Null: it takes a workspace of its own. */
  readonly begin: (workspace: CheckWorkspace | null) => void;
  /** Begins if there is no workspace left to wait for. */
  readonly lookAgain: () => void;
};

type Begun = { readonly holder: Holder; readonly handed: CheckWorkspace | null };
type Sharing = { readonly holders: Set<Holder>; readonly waiters: Set<Waiter> };

export function shareWorkspaces(pool: Pick<Pool, "take" | "giveBack">): SharedWorkspaces {
  const sharing: Sharing = { holders: new Set(), waiters: new Set() };
  return {
    use: async (request, work) => {
      for (;;) {
        const { holder, handed } = await enter(sharing, request);
        let workspace = handed;
        try {
          if (request.signal.aborted) return null;
          workspace ??= await pool.take(request.setupKey);
          const answer = await work({ desk: workspace, place: holder.place });
          if (holder.state() !== "hands_over") return answer;
        } finally {
          const isHandedOn = leave(sharing, holder, workspace);
          if (workspace !== null && !isHandedOn) pool.giveBack(workspace);
        }
      }
    },
  };
}

function enter(sharing: Sharing, request: WorkspaceRequest): Promise<Begun> {
  const isShared = request.hasToWait && listSameLayout(sharing.holders, request).length > 0;
  return isShared ? waitFor(sharing, request) : Promise.resolve({ holder: hold(sharing, request), handed: null });
}

function hold({ holders }: Sharing, request: WorkspaceRequest): Holder {
  const holder = createHolder(request);
  holders.add(holder);
  return holder;
}

function waitFor(sharing: Sharing, request: WorkspaceRequest): Promise<Begun> {
  const { holders, waiters } = sharing;
  return new Promise((resolve, reject) => {
    let hasPlace = false;
    const waiter: Waiter = {
      layoutKey: request.layoutKey,
      hasPlace: () => hasPlace,
      begin: (handed) => {
        waiters.delete(waiter);
        resolve({ holder: hold(sharing, request), handed });
      },
      lookAgain: () => {
        const isWorthwhile = hasPlace ? isComingFree(sharing, request) : listSameLayout(holders, request).length > 0;
        if (!isWorthwhile) waiter.begin(null);
      },
    };
    const onPlace = (place: CheckSlot | null): void => {
      if (!waiters.has(waiter)) return;
      hasPlace = place !== null;
      if (hasPlace) waiter.lookAgain();
      else waiter.begin(null);
    };
    waiters.add(waiter);
    request.place.then(onPlace, reject);
  });
}

/** One for each of those who wait for it and have a place. */
function isComingFree({ holders, waiters }: Sharing, layout: Layout): boolean {
  const wanted = listSameLayout(waiters, layout).filter((waiter) => waiter.hasPlace()).length;
  const held = listSameLayout(holders, layout);
  const leaving = held.filter((holder) => holder.state() === "ended" || holder.state() === "hands_over").length;
  if (leaving >= wanted) return true;
  const idle = held.find((holder) => holder.state() === "waits");
  idle?.handOver();
  return idle !== undefined;
}

/** True: somebody who waited has the workspace now. */
function leave({ holders, waiters }: Sharing, holder: Holder, workspace: CheckWorkspace | null): boolean {
  holders.delete(holder);
  const waiting = listSameLayout(waiters, holder);
  if (workspace === null) {
    for (const waiter of waiting) waiter.lookAgain();
    return false;
  }
  const next = waiting.find((waiter) => waiter.hasPlace()) ?? waiting[0];
  next?.begin(workspace);
  return next !== undefined;
}

function createHolder({ layoutKey, place }: WorkspaceRequest): Holder {
  let state: HolderState = "waits";
  const own = Promise.withResolvers<CheckSlot | null>();
  const onPlace = (given: CheckSlot | null): void => {
    if (state === "hands_over") return;
    state = "runs";
    const giveBack = (): void => {
      // Before the place is given back: whoever gets it asks at once which workspace comes free.
      state = "ended";
      given?.giveBack();
    };
    own.resolve(given === null ? null : { giveBack });
  };
  place.then(onPlace, own.reject);
  return {
    layoutKey,
    place: own.promise,
    state: () => state,
    handOver: () => {
      state = "hands_over";
      own.resolve(null);
    },
  };
}

type Layout = Pick<WorkspaceRequest, "layoutKey">;

function listSameLayout<T extends Layout>(all: ReadonlySet<T>, { layoutKey }: Layout): readonly T[] {
  return [...all].filter((one) => one.layoutKey === layoutKey);
}
