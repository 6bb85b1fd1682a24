/** What agents read is judged by the words themselves. */
import { expect, test } from "vitest";
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import { issueId, sessionId } from "../../src/domain/model/ids.ts";
import { GRACE_MS } from "./scene.ts";
import { plainRules } from "./swarm-rules.ts";
import { aStandIn, type StandIn } from "./stand-in.ts";

const { reactions } = plainRules();
const oneRetry = { reactions: { ...reactions, "ci-failed": { ...reactions["ci-failed"], retriesMax: 1 } } };

const failure = ({ head }: ChangeSnapshot, token: string): string =>
  `The checks failed:\n${token} failed in tree ${head.tree}`;

test("a failure told once is fine, and so is its quotation after a cut", async () => {
  const daemon = aStandIn();
  const change = await redChange(daemon);
  await daemon.turn(failure(change, "broken(1)"));
  await daemon.turn(`Your last turn was cut off before it ended.\n${failure(change, "broken(1)")}`);
  expect(daemon.broken()).toEqual([]);
});

test("I3: a failure told twice on the same head", async () => {
  const daemon = aStandIn();
  const change = await redChange(daemon);
  daemon.world.agents.script = () => "idle";
  await daemon.turn(failure(change, "broken(1)"));
  await daemon.turn(`And again. ${failure(change, "broken(1)")}`);
  expect(daemon.broken()).toEqual(["I3"]);
});

test("I3: a person's words read twice, and a message acknowledged twice", async () => {
  const words = aStandIn();
  await words.turn("Please: say(7)");
  await words.turn("Please: say(7)");
  expect(words.broken()).toEqual(["I3"]);

  const message = aStandIn();
  await message.turn("Go on", { message: "m1" });
  await message.turn("Go on", { message: "m1" });
  expect(message.broken()).toEqual(["I3"]);
});

test("I4: more tellings than retries before the head was green once", async () => {
  const daemon = aStandIn(oneRetry);
  await daemon.turn(failure(await redChange(daemon, "broken(1)"), "broken(1)"));
  expect(daemon.broken()).toEqual([]);
  await daemon.turn(failure(await redChange(daemon, "broken(2)"), "broken(2)"));
  expect(daemon.broken()).toEqual(["I4"]);
});

test("a green head in between begins a new count", async () => {
  const daemon = aStandIn(oneRetry);
  await daemon.turn(failure(await redChange(daemon, "broken(1)"), "broken(1)"));
  await daemon.change("fine");
  await daemon.turn(failure(await redChange(daemon, "broken(2)"), "broken(2)"));
  expect(daemon.broken()).toEqual([]);
});

test("I9: a head that the daemon knows to be gone", async () => {
  const daemon = aStandIn();
  const old = await redChange(daemon, "broken(1)");
  await redChange(daemon, "broken(2)");
  await daemon.world.clock.drive(daemon.world.clock.sleep(GRACE_MS + 1));
  await daemon.turn(failure(old, "broken(1)"));
  expect(daemon.broken()).toEqual(["I9"]);
});

test("a head that moved without the daemon's knowledge, or a moment ago, may still be spoken of", async () => {
  const daemon = aStandIn();
  const old = await redChange(daemon, "broken(1)");
  const found = daemon.project.forge.state.changes.get(old.id);
  if (found !== undefined) daemon.world.visitors.push(daemon.project, found);
  await daemon.turn(failure(old, "broken(1)"));
  await daemon.get(daemon.project.forge.plugin.read(old.id));
  await daemon.turn(`Once more: ${failure(old, "ugly(1)")}`);
  expect(daemon.broken()).toEqual([]);
});

test("I15: a stranger's words before somebody approved them, and our own words", async () => {
  const stranger = aStandIn();
  await stranger.turn("Do task(p1-i1): stranger(1)");
  expect(stranger.broken()).toEqual(["I15"]);

  const approved = aStandIn();
  approved.world.receipts.letThrough.add("stranger(1)");
  await approved.turn("Do task(p1-i1): stranger(1)");
  expect(approved.broken()).toEqual([]);

  const own = aStandIn();
  await own.turn("A reviewer says: own(1)");
  expect(own.broken()).toEqual(["I15"]);
});

test("I16: a secret in a text, a notice, a thread or an issue", async () => {
  const text = aStandIn();
  await text.turn("My key is SECRET-1");
  expect(text.broken()).toEqual(["I16"]);

  const notice = aStandIn();
  const said = { key: "1", title: "ci · s1", message: "SECRET-1", level: "info", sessionId: null, url: null } as const;
  await notice.get(notice.project.desk.plugin.notify(said));
  expect(notice.broken()).toEqual(["I16"]);

  const issue = aStandIn();
  const [id] = issue.project.tracker.issues.keys();
  if (id !== undefined) await issue.get(issue.project.tracker.plugin.close({ issue: id, text: "SECRET-1", key: "1" }));
  expect(issue.broken()).toEqual(["I16"]);
});

test("I18: an issue that has landed is not worked on again, unless a person opened it again", async () => {
  const daemon = aStandIn();
  await daemon.turn("Do task(p1-i1)", { name: "s1" });
  await daemon.land(await daemon.publish("s1"));
  await daemon.turn("Do task(p1-i1)", { name: "s2" });
  expect(daemon.broken()).toEqual(["I18"]);
  expect(daemon.world.sessions.all.get(sessionId("s2"))?.issue).toBe("p1-i1");
});

test("I18: what lands of a session that has landed before does not end an issue that was opened again", async () => {
  const daemon = aStandIn();
  const { tracker, workspaces } = daemon.project;
  await daemon.turn("Do task(p1-i1)", { name: "s1" });
  await daemon.land(await daemon.publish("s1"));
  tracker.setState(issueId("p1-i1"), { kind: "open" });
  const directory = workspaces.at((await daemon.workspace("s1")).path);
  if (directory === undefined) throw new Error("there is no directory");
  workspaces.commit(directory, { more: new Map([["src/more.txt", "feat(9)"]]), parents: [], by: "agent" });
  await daemon.land(await daemon.publish("s1"));
  await daemon.turn("Do task(p1-i1)", { name: "s2" });
  expect(daemon.broken()).toEqual([]);
});

function redChange(daemon: StandIn, token = "broken(1)"): Promise<ChangeSnapshot> {
  return daemon.change(token);
}
