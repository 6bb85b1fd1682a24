/** A session that starts by itself is the one that a person would start. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { anIssueSnapshot } from "../../../test/fixtures/domain.ts";
import { app, aRules, aSpecialist } from "../../../test/fixtures/rules.ts";
import { issueId, sessionId } from "../../domain/model/ids.ts";
import type { Rules } from "../../domain/model/rules.ts";

const project = { plugin: "command", runtime: "process", workspace: "worktree", credential: "shared" };
const painter = aSpecialist("css", { agent: "painter", runtime: "tmux", credential: "paint", labels: ["css"] });

test.for<[string, Partial<Rules>, readonly string[]]>([
  ["of the project's agent", { agent: project }, []],
  ["of a specialist", { agent: project, specialists: [painter] }, ["css"]],
  ["that is told the rules of its project", { agentRules: "Run the tests." }, []],
])("a session %s", async ([, special, labels]) => {
  const rig = await anApi({ rules: aRules(special) });
  const issue = anIssueSnapshot({ id: issueId("41"), title: "Fix the cart", text: "It loses items.", labels });
  rig.plugins.on("tracker.read", () => ({ value: issue }));
  rig.engine.take([{ news: { kind: "issue_observed", project: app, issue } }]);
  const { id } = await rig.client().startSession({ issue: "41", force: true });
  expect(await described(rig, "app-fix-the-cart")).toEqual(await described(rig, id));
});

async function described(rig: ApiRig, id: string) {
  const { task, title, issue, messages } = await rig.client().session({ id });
  const agent = rig.store.sessions.get(sessionId(id))?.agent;
  return { task, title, issue, agent, told: messages.map(({ text }) => text) };
}

test("a name under which something is left of a session that nobody knows is not given out", async () => {
  const rig = await anApi({ rules: aRules({ autoAssign: false }) });
  mkdirSync(join(rig.home.sessions, "app-fix-the-cart"), { recursive: true });
  expect(await rig.client().startSession({ title: "Fix the cart" })).toMatchObject({ id: "app-fix-the-cart-2" });
});
