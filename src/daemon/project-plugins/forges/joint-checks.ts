/**
 * Checks of a project on a remote forge: the commands of its own settings are run here, what the forge runs is heard there.
 * A change's head is checked there by itself; only what failed is run once more. A candidate and the base are checked by both.
 */
import type { CheckResult } from "../../../domain/checks/check.ts";
import type { CheckRequest, ChecksPlugin } from "../../../slots/checks.ts";
import { ok, type SlotResult } from "../../../slots/result.ts";

export function joinChecks(here: ChecksPlugin, there: ChecksPlugin): ChecksPlugin {
  const desk = here.desk === undefined ? {} : { desk: here.desk };
  return {
    name: there.name,
    credential: there.credential,
    run: (request) => runBoth(here, there, request),
    cancel: async (runId) => {
      const [first, second] = await Promise.all([here.cancel(runId), there.cancel(runId)]);
      return first.ok ? second : first;
    },
    wake: () => there.wake?.(),
    progress: (runId) => [...(here.progress?.(runId) ?? []), ...(there.progress?.(runId) ?? [])],
    ...desk,
  };
}

type Answer = SlotResult<readonly CheckResult[], "cancelled">;

async function runBoth(here: ChecksPlugin, there: ChecksPlugin, request: CheckRequest): Promise<Answer> {
  const nothing: Answer = ok([]);
  const [ours, theirs] = await Promise.all([
    request.names.length === 0 ? nothing : here.run(request),
    askRemoteChecks(there, request),
  ]);
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const names = ours.value.map(({ name }) => name);
  return ok([...ours.value, ...theirs.value.filter(({ name }) => !names.includes(name))]);
}

/** A forge that has nothing to say of its base leaves it to what runs here. */
async function askRemoteChecks(there: ChecksPlugin, request: CheckRequest): Promise<Answer> {
  const heard = await there.run({ ...request, names: [] });
  return !heard.ok && heard.error.code === "refused" && request.of.kind === "base" ? ok([]) : heard;
}
