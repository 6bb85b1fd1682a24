import { expect, test } from "vitest";
import { aRig, specOf } from "../../../../test/fixtures/workspace-rig.ts";
import { worktreeWorkspace } from "../worktree/index.ts";

test("a set-up that is called off ends its commands, and says so", async () => {
  const { options } = aRig({ setup: [["sleep", "60"]] });
  const workspace = worktreeWorkspace(options);
  const made = await workspace.create(specOf("long"));
  const path = made.ok ? made.value.path : "";
  const { promise: calledOff, resolve: callOff } = Promise.withResolvers<void>();
  const ran = workspace.setup(specOf("long"), path, calledOff);
  callOff();
  expect(await ran).toMatchObject({
    ok: false,
    error: { code: "setup_failed", message: "The set-up command `sleep 60` was called off." },
  });
});
