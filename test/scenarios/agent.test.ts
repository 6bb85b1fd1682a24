/** Agents hang, die, ask, forget to commit and cost money. */
import { expect, test } from "vitest";
import { proves } from "./proves.ts";
import { aStory } from "./story.ts";

test("a silent agent is nudged, then interrupted, then restarted; only then a person is told", async () => {
  proves("R-RECOVER");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.passes(9);
  expect(story.agent.heard).toEqual([]);
  await story.passes(2);
  expect(story.agent.heard).toHaveLength(1);
  expect(story.agent.heard[0]).toContain("Are you still working?");
  await story.restartDaemon();
  expect(story.turns()).toBe(1);
  await story.passes(10);
  expect(story.turns()).toBe(2);
  expect(story.said()[1]).toContain("Your last turn was cut off");
  expect(story.told()).toEqual([]);
  await story.passes(30);
  expect(story.told()).toEqual(["stuck"]);
  expect(story.turns()).toBe(2);
});

test("a silent agent that can neither be spoken to nor interrupted is killed and begins again", async () => {
  proves("R-RECOVER");
  const story = await aStory();
  story.agent.hears = false;
  story.agent.obeys = false;
  await story.issue("Add a login page");
  await story.passes(9);
  expect(story.turns()).toBe(1);
  await story.passes(3);
  expect(story.agent.heard).toEqual([]);
  expect(story.turns()).toBe(2);
  expect(story.said()[1]).toContain("Your last turn was cut off");
  expect(story.told()).toEqual([]);
  await story.passes(12);
  expect(story.told()).toEqual(["stuck"]);
});

test("an agent that shows life in time is left alone", async () => {
  proves("R-RECOVER");
  const story = await aStory();
  await story.issue("Add a login page");
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await story.passes(8);
    await story.agentShowsLife();
  }
  expect(story.agent.heard).toEqual([]);
  expect(story.turns()).toBe(1);
});

test("agent-stuck: notify tells the person at once and leaves the agent alone", async () => {
  proves("R-STUCK-NOTIFY");
  const story = await aStory({ rules: { reactions: { "agent-stuck": { action: { kind: "notify" } } } } });
  await story.issue("Add a login page");
  await story.passes(9);
  expect(story.told()).toEqual([]);
  await story.passes(60);
  expect(story.told()).toEqual(["stuck"]);
  expect(story.agent.heard).toEqual([]);
  expect(story.turns()).toBe(1);
});

test("an agent that exits is restarted in its conversation as often as allowed, later each time, then a person is told", async () => {
  proves("R-EXITED");
  const story = await aStory();
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentShowsLife();
  await story.agentDies();
  expect(story.said()[1]).toContain("Your last turn was cut off");
  expect(story.said()[1]).toContain("With a password field.");
  expect(story.said()[1]).toContain("at it");
  await story.restartDaemon();
  await story.agentDies();
  expect(story.turns()).toBe(2);
  await story.restartDaemon();
  expect(story.turns()).toBe(2);
  await story.passes(1);
  expect(story.turns()).toBe(3);
  expect(story.told()).toEqual([]);
  await story.agentDies();
  await story.passes(60);
  expect(story.turns()).toBe(3);
  expect(story.told()).toEqual(["exited"]);
});

test("an agent that died while the daemon was down is found and restarted", async () => {
  proves("R-EXITED");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.whileDaemonIsDown(async () => story.world.reboot());
  expect(story.turns()).toBe(2);
  expect(story.isWorking()).toBe(true);
});

test("a question is raised to a person once, and the answer reaches the agent inside its turn", async () => {
  proves("R-NEEDS-INPUT");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentAsks("Which password rules?");
  await story.passes(300);
  await story.restartDaemon();
  await story.passes(30);
  expect(story.told()).toEqual(["question"]);
  await story.answer("Twelve letters.");
  expect(story.agent.heard).toEqual(["Twelve letters."]);
  expect(story.turns()).toBe(1);
  await story.agentAsks("And digits?");
  expect(story.told()).toEqual(["question", "question"]);
});

test("a question that ended the turn is answered in a turn of its own, and nothing else comes before", async () => {
  proves("R-NEEDS-INPUT");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentEndsAsking("Which password rules?");
  await story.order({ kind: "send", session: story.session, text: "By the way: be quick." });
  await story.passes(60);
  await story.restartDaemon();
  expect(story.told()).toEqual(["question"]);
  expect(story.said()).toHaveLength(1);
  await story.answer("Twelve letters.");
  expect(story.said()[1]).toContain("Twelve letters.");
});

test("a used-up budget pauses the session and tells a person once", async () => {
  proves("R-BUDGET");
  const story = await aStory({ rules: { perSession: { usd: 1, tokens: null } } });
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"], usd: 0.9 });
  await story.checksSettle();
  expect(story.told()).toEqual([]);
  await story.agentCommits({ broken: ["login"], usd: 0.2 });
  await story.checksSettle();
  expect(story.told()).toEqual(["budget"]);
  await story.restartDaemon();
  await story.reviewer("ann").requestsChanges("The button should be green.");
  await story.passes(60);
  expect(story.turns()).toBe(2);
  expect(story.told()).toEqual(["budget"]);
});

test("a message counts as delivered when the agent has read it, not when it was written", async () => {
  proves("R-ACKNOWLEDGED");
  const story = await aStory();
  story.agent.start = "waits";
  await story.issue("Add a login page");
  expect(story.turns()).toBe(1);
  expect(story.messages()).toEqual(["start written"]);
  story.agent.start = "reads";
  await story.agentDies();
  await story.restartDaemon();
  expect(story.turns()).toBe(2);
  expect(story.said()).toHaveLength(1);
  expect(story.said()[0]).toContain("Add a login page");
  expect(story.messages()).toEqual(["start acknowledged"]);
});

test("a turn that ends without reading its message has not delivered it", async () => {
  proves("R-ACKNOWLEDGED");
  const story = await aStory();
  story.agent.start = "waits";
  await story.issue("Add a login page");
  story.agent.start = "reads";
  await story.agentEnds();
  expect(story.turns()).toBe(2);
  expect(story.said()).toHaveLength(1);
});

test("a turn without a commit gets one nudge, and after that a person looks", async () => {
  proves("R-NO-COMMIT");
  const story = await aStory();
  await story.issue("Add a login page", { text: "With a password field." });
  await story.agentEnds();
  expect(story.said()[1]).toContain("Your turn ended without a commit.");
  expect(story.said()[1]).toContain("With a password field.");
  expect(story.told()).toEqual([]);
  await story.restartDaemon();
  await story.agentEnds();
  await story.passes(60);
  expect(story.said()).toHaveLength(2);
  expect(story.told()).toEqual(["idle"]);
});

test("a nudge is not an attempt: the retries of the failing checks stay as they were", async () => {
  proves("R-NUDGE-FREE");
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  await story.agentEnds();
  expect(story.said()[2]).toContain("Your turn ended without a commit.");
  await story.restartDaemon();
  await story.agentCommits({ broken: ["login"] });
  await story.checksSettle();
  expect(story.said()[3]).toContain("attempt 2 of 2");
  expect(story.told()).toEqual([]);
});

test("uncommitted files get one nudge, and then a commit if that is configured", async () => {
  proves("R-DIRTY");
  const story = await aStory({ rules: { autoCommit: true } });
  await story.issue("Add a login page");
  story.agentScribbles();
  await story.agentEnds();
  expect(story.said()[1]).toContain("Your turn ended with uncommitted files.");
  await story.restartDaemon();
  await story.agentEnds();
  expect(story.said()).toHaveLength(2);
  expect(story.change.paths).toEqual([`notes/${story.session}.txt`]);
  expect(story.told()).toEqual([]);
});

test("uncommitted files get one nudge, and then a person where nobody may commit for the agent", async () => {
  proves("R-DIRTY");
  const story = await aStory();
  await story.issue("Add a login page");
  story.agentScribbles();
  await story.agentEnds();
  await story.agentEnds();
  await story.passes(60);
  expect(story.said()).toHaveLength(2);
  expect(story.told()).toEqual(["idle"]);
});

test("a conversation that is nearly full goes on in a fresh one, which is told what it must know", async () => {
  const story = await aStory();
  await story.issue("Add a login page");
  await story.agentCommits({ broken: ["login"], words: "It stands.", context: { used: 180_000, window: 200_000 } });
  await story.restartDaemon();
  await story.checksSettle();
  const told = story.said()[1];
  expect(told).toMatch(/^The previous conversation nearly filled its context/);
  expect(told).toContain("Your last words were:\nIt stands.");
  expect(told).toContain("What the branch has changed so far:\n1 files");
  expect(told).toContain("broken(login)");
  expect(told).toContain("Add a login page");
  await story.agentCommits({ broken: ["login"], context: { used: 9_000, window: 200_000 } });
  await story.checksSettle();
  expect(story.said()[2]).toMatch(/^The checks failed \(attempt 2 of 2\)/);
});
