import { expect, test } from "vitest";
import { anApi } from "../../../../test/fixtures/daemon-api.ts";
import { aSession } from "../../../../test/fixtures/domain.ts";
import { projectId, sessionId } from "../../../domain/model/ids.ts";

test("what is awaited is looked for in the project of the new session first", async () => {
  const rig = await anApi({
    second: { sessionPrefix: "second" },
    facts: (store) => {
      const role = { kind: "worker", issue: null } as const;
      store.sessions.save(aSession({ id: sessionId("app-one"), role }), { wants: null, dueMs: null });
      const other = aSession({ id: sessionId("second-one"), project: projectId("second"), role });
      store.sessions.save(other, { wants: null, dueMs: null });
    },
  });
  await expect(rig.client().status({ id: "one" })).rejects.toMatchObject({ code: "ambiguous" });
  const { id } = await rig.client().startSession({ projectId: "app", title: "Then this", after: "one" });
  expect((await rig.client().status({ id })).attention.why).toBe("Waits for app-one to land; then it starts.");
});
