/**
 * Workspaces that stay where they were made. Where they go follows from settings, and settings change; so the place of a
 * session is written down when its workspace is made, and from then on only that counts.
 */
import type { SessionId } from "../../../domain/model/ids.ts";
import { failed } from "../../../slots/result.ts";
import type { WorkspacePlugin, WorkspaceSpec } from "../../../slots/workspace.ts";

/** A folder, and the name of the session's own one in it. */
export type WorkspacePlace = { readonly root: string; readonly name: string };

export type Placing<Plugin extends WorkspacePlugin> = {
  /** Where a new one would go now. */
  readonly root: string;
  readonly nameOf: (session: SessionId) => string;
  /** Null: it was never made. */
  readonly kept: (session: SessionId) => WorkspacePlace | null;
  readonly keep: (session: SessionId, place: WorkspacePlace) => void;
  /** The plugin that makes workspaces in this folder. */
  readonly at: (root: string) => Plugin;
};

export function createPlacedWorkspace<Plugin extends WorkspacePlugin>(
  placing: Placing<Plugin>,
  name: string,
): WorkspacePlugin {
  const placeOf = (session: SessionId): WorkspacePlace =>
    placing.kept(session) ?? { root: placing.root, name: placing.nameOf(session) };
  const of = (spec: WorkspaceSpec): Plugin => placing.at(placeOf(spec.session).root);
  return {
    name,
    isFree: (spec) => of(spec).isFree(spec),
    commitOf: (reference) => placing.at(placing.root).commitOf(reference),
    create: (spec) => {
      const place = placeOf(spec.session);
      placing.keep(spec.session, place);
      return placing.at(place.root).create(spec);
    },
    setup: (spec, path, calledOff) => of(spec).setup(spec, path, calledOff),
    refreshBase: (spec, seen) => of(spec).refreshBase(spec, seen),
    inspect: (spec) => of(spec).inspect(spec),
    peek: async (spec) => (await of(spec).peek?.(spec)) ?? failed("refused", "Its branch cannot be read."),
    commit: (spec, subject) => of(spec).commit(spec, subject),
    rescue: (spec) => of(spec).rescue(spec),
    remove: (spec) => of(spec).remove(spec),
    dropBranch: (spec, landed) => of(spec).dropBranch(spec, landed),
  };
}
