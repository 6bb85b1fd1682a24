import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aChange, anIncident, aSession } from "../../../test/fixtures/domain.ts";
import { changeId, sessionId } from "../../domain/ids.ts";
import type { Session } from "../../domain/session.ts";
import type { Store } from "../../store/open.ts";

const MINUTE = 60_000;

function landedSessions(store: Store): void {
  const nowMs = Date.now();
  const save = (name: string, special: Partial<Session>): void =>
    store.sessions.save(aSession({ id: sessionId(name), branch: `agent/${name}`, ...special }), {
      wants: null,
      dueMs: null,
    });
  for (let n = 1; n <= 5; n += 1) {
    save(`app-${n}`, {
      createdAtMs: nowMs - 60 * MINUTE,
      phase: { kind: "ended", because: "landed", rescueRef: null, atMs: nowMs - 20 * MINUTE },
      spent: { usd: 2, tokens: 10 },
    });
  }
  save("app-6", {
    createdAtMs: nowMs,
    phase: { kind: "ended", because: "stopped", rescueRef: null, atMs: nowMs - MINUTE },
  });
  store.changes.save(
    aChange({
      id: changeId("c1"),
      session: sessionId("app-1"),
      branch: "agent/app-1",
      state: { kind: "closed" },
      incidents: [anIncident({ trouble: "ci", attempts: 2 }), anIncident({ trouble: "conflict", attempts: 1 })],
    }),
    { dueMs: null },
  );
}

test("the fleet's figures come from what landed and from what its agents were told", async () => {
  const rig = await anApi({ facts: landedSessions });
  expect(await rig.client().fleet({ period: "day" })).toMatchObject({
    landed: { value: 5, before: 0, of: 5 },
    leadMinutes: { value: 40 },
    firstTry: { value: 0.8 },
    retries: { value: 3 / 5 },
    usdPerLanded: { value: 2 },
  });
  expect((await rig.client().fleet({ project: "elsewhere" })).landed.value).toBe(0);
});
