/** A person has the default branch checked, also of a project that nobody has looked at yet. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aProject, head } from "../../../test/fixtures/domain.ts";
import { aRules } from "../../../test/fixtures/rules.ts";

test("the base of a project that was just added is checked once it is seen", async () => {
  const rig = await anApi({ rules: aRules({ watchesBase: false }) });
  const asked = rig.client().checkBase({ id: "app" });
  expect(await Promise.race([asked, pause(300)])).toBeUndefined();
  rig.engine.take([{ news: { kind: "base_observed", project: aProject().id, head: head("b2") } }]);
  expect(await asked).toMatchObject({ base: "checking" });
});

test("where there are no checks nothing is run, and the answer names the command that adds one", async () => {
  const rig = await anApi({ rules: aRules({ checks: [] }) });
  await expect(rig.client().checkBase({ id: "app" })).rejects.toMatchObject({
    message: "nothing was run: app has no checks of its own",
  });
});
