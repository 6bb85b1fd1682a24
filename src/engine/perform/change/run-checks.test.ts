import { expect, test } from "vitest";
import { anEngine } from "../../../../test/fixtures/daemon-engine.ts";
import { aChange, theChange } from "../../../../test/fixtures/domain.ts";
import { aRules } from "../../../../test/fixtures/rules.ts";
import type { CheckRequest } from "../../../slots/checks.ts";

test("checks that stand in line are told when their change comes to wait for its landing", async () => {
  const rig = await anEngine({
    rules: aRules({ checks: ["test"] }),
    facts: (store) => store.changes.save(aChange({ round: { kind: "none" } }), { dueMs: null }),
  });
  let isLanding: CheckRequest["isLanding"];
  rig.plugins.on("checks.run", ({ args: [request] }) => {
    ({ isLanding } = request as CheckRequest);
    return "silence";
  });
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "check_change", change: theChange },
  });
  await rig.pass(0);
  expect(isLanding?.()).toBe(false);
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "maria" },
    command: { kind: "land", change: theChange },
  });
  await rig.pass(0);
  expect(isLanding?.()).toBe(true);
});
