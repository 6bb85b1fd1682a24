/** A name that nobody has is answered with the names that may be meant. */
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";

test.for([
  [{ title: "x", agent: "claud-code" }, ["claude-code"]],
  [{ title: "x", runtime: "proces" }, ["process"]],
  [{ title: "x", runtime: "nowhere" }, ["process", "tmux"]],
  [{ title: "x", projectId: "nope" }, ["app"]],
] as const)("%j is answered with the names there are", async ([asked, candidates]) => {
  const rig = await anApi();
  rig.onlyInstalled("agent", "runtime", "workspace");
  await expect(rig.client().startSession(asked)).rejects.toMatchObject({ candidates });
});

test("a part of a session's name is answered with the sessions that have it", async () => {
  const rig = await anApi();
  await rig.client().startSession({ title: "Fix login validation bug" });
  await expect(rig.client().status({ id: "app-fix-login" })).rejects.toMatchObject({
    message: "there is no session app-fix-login; nothing was done",
    candidates: ["app-fix-login-validation-bug"],
  });
});
