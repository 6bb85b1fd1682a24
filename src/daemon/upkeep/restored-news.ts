/**
 * What a restored database does not know: turns that were begun after the backup. Their messages must not be told a second
 * time, and nothing begins by itself until a person has seen what is missing: every project is paused.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Restored } from "../../config/backup/parse-restored.ts";
import type { HomePaths } from "../../config/home.ts";
import { turnId, type SessionId } from "../../domain/model/ids.ts";
import type { Command } from "../../domain/core/command.ts";
import type { News } from "../../domain/core/observation.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { hasTurnStarted } from "../../lib/turn-folder/turn-folders.ts";
import { parseBegun } from "../../plugins/agent/shared/turn/parse-turn-files.ts";
import type { Store } from "../../store/open.ts";

type Parts = { readonly home: HomePaths; readonly store: Store; readonly restored: Restored | null };

const toNews = (command: Command): News => ({
  kind: "command_given",
  by: { kind: "ao", part: "restoredBackup" },
  command,
});

export function collectRestoredNews({ home, store, restored }: Parts): readonly News[] {
  if (restored === null || restored.kind === "fresh") return [];
  const paused = store.projects.all().map(({ id }) => toNews({ kind: "pause_project", project: id }));
  const sessions = store.sessions.board().map(({ id }) => id);
  return [...paused, ...sessions.flatMap((session) => listForgottenTurns(home, store, session))];
}

function listForgottenTurns(home: HomePaths, store: Store, session: SessionId): readonly News[] {
  const folder = join(home.sessions, session, "begun");
  const known = new Set(store.turns.ofSession(session).map(({ id }) => `${id}.json`));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const forgotten = names.flatMap((name) => {
    if (!name.endsWith(".json") || known.has(name)) return [];
    const turn = turnId(name.slice(0, -".json".length));
    const begun = parseBegun(readTextIfExists(join(folder, name)) ?? "");
    const hasRun = hasTurnStarted(home.turns, turn);
    return begun === null || !hasRun ? [] : [{ turn, n: begun.n, message: begun.message }];
  });
  if (forgotten.length === 0) return [];
  const inOrder = forgotten.toSorted((left, right) => left.n - right.n);
  const [turns, messages] = [inOrder.map(({ turn }) => turn), inOrder.map(({ message }) => message)];
  return [toNews({ kind: "recall_turns", session, turns, messages })];
}
