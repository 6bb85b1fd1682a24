import { expect, test } from "vitest";
import { anEngine } from "../../../test/fixtures/daemon-engine.ts";
import { aCandidate, aChange, made, theSession } from "../../../test/fixtures/domain.ts";
import type { HookCall } from "../../slots/hook.ts";
import { ok } from "../../slots/result.ts";
import { changeId, commitSha } from "../../domain/model/ids.ts";

test("hooks around a landing hear of every change of the candidate", async () => {
  const [first, second] = [changeId("c1"), changeId("c2")];
  const judged = [first, second].map((id) => ({ id, head: commitSha("h1"), version: 1 }));
  const rig = await anEngine({
    facts: (store) => {
      for (const id of [first, second]) store.changes.save(aChange({ id }), { dueMs: null });
      const changes = judged.map(({ id, head }) => ({ id, head }));
      store.candidates.save({ ...aCandidate({ kind: "landing", made, judged }), changes });
    },
  });
  const calls: HookCall[] = [];
  rig.plugins.hooks.push({ name: "deploy", run: async (call) => (calls.push(call), ok({ kind: "go_on" })) });
  rig.plugins.on("scm.land", () => ({ value: { kind: "landed" } }));
  rig.ask({ kind: "land_candidate", candidate: aCandidate().id, notBeforeMs: null, key: "land" });
  await rig.pass(0);
  expect(calls.map(({ hook, session, change, changes }) => [hook, session, change, changes]).slice(0, 2)).toEqual([
    ["before-landing", theSession, first, [first, second]],
    ["after-landing", theSession, first, [first, second]],
  ]);
});
