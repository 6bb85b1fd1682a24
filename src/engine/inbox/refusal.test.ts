import { expect, onTestFinished, test } from "vitest";
import {
  aChange,
  aMessage,
  aProject,
  aSession,
  theChange,
  theSession,
  theTurn,
} from "../../../test/fixtures/domain.ts";
import { app } from "../../../test/fixtures/rules.ts";
import type { Command, NewSession } from "../../domain/core/command.ts";
import { changeId, commitSha, incidentId, issueId, sessionId } from "../../domain/model/ids.ts";
import type { Change } from "../../domain/change/change.ts";
import type { Phase } from "../../domain/session/session.ts";
import { openStore, type Store } from "../../store/open.ts";
import { explainCommandRefusal } from "./refusal.ts";

const ended: Phase = { kind: "ended", because: "stopped", rescueRef: null, atMs: 0 };
const landed: Phase = { ...ended, because: "landed" };
const ending: Phase = { kind: "ending", because: "stopped", keepWorkspace: false };
const resting: Phase = { kind: "resting", workspacePath: "/w" };
const nobody = sessionId("app-nobody");
const other = sessionId("app-8");
const incident = incidentId("i1");
const session = theSession;

type Facts = { readonly phase?: Phase; readonly change?: Change["state"]; readonly others?: readonly Phase[] };

/** `app-7` on issue 41, its change `c1`, and perhaps others on the same issue: `app-8` …, forced so that they may be. */
function aStore({ phase = resting, change = { kind: "open" }, others = [] }: Facts = {}): Store {
  const store = openStore({ memory: true });
  onTestFinished(() => store.close());
  store.transaction(() => {
    const idle = { wants: null, dueMs: null };
    store.projects.save(aProject());
    store.sessions.save(aSession({ phase }), idle);
    others.forEach((at, n) =>
      store.sessions.save(aSession({ id: sessionId(`app-${8 + n}`), phase: at, forced: true }), idle),
    );
    store.changes.save(aChange({ state: change }), { dueMs: null });
  });
  return store;
}

function aWorker(special: Partial<NewSession> = {}): Command {
  const { phase: _phase, hold: _hold, ...given } = aSession({ id: other });
  return { kind: "start_session", session: { ...given, prompt: "Do it.", ...special } };
}

const toLiveSessions = [
  { kind: "send", session, text: "hello" },
  { kind: "answer", session, questionId: "q1", text: "memory" },
  { kind: "interrupt", session },
  { kind: "restart", session },
  { kind: "pause", session },
  { kind: "resume", session },
  { kind: "take_over", session, clients: 1 },
  { kind: "release", session },
] as const;

test("an answer is refused while another to the same question waits for its turn", () => {
  const store = aStore();
  const given = { kind: "answer", session, questionId: "q1", text: "memory" } as const;
  const message = aMessage({ cause: { kind: "answer", questionId: "q1" } });
  store.transaction(() => store.messages.save(message));
  expect(explainCommandRefusal(store, given)).toMatch(/^app-7 has an answer already.*`ao send app-7 "…"`$/);
  expect(explainCommandRefusal(store, { ...given, questionId: "q2" })).toBeNull();
  store.transaction(() => store.messages.save({ ...message, state: { kind: "acknowledged", turn: theTurn, atMs: 0 } }));
  expect(explainCommandRefusal(store, given)).toBeNull();
});

test.for(toLiveSessions)("$kind needs a session that is there and has not ended", (command) => {
  expect(explainCommandRefusal(aStore(), command)).toBeNull();
  expect(explainCommandRefusal(aStore(), { ...command, session: nobody })).toBe(
    "there is no session app-nobody; `ao list --all` shows all of them",
  );
  expect(explainCommandRefusal(aStore({ phase: ended }), command)).toBe(
    "app-7 has ended; bring it back with `ao restore app-7`",
  );
  expect(explainCommandRefusal(aStore({ phase: ending }), command)).toBe("app-7 is ending");
});

test.for([
  [
    "a session that is not there",
    { session: nobody },
    {},
    "there is no session app-nobody; `ao list --all` shows all of them",
  ],
  ["one that is at work", {}, {}, "app-7 has not ended"],
  ["one that is ending", {}, { phase: ending }, "app-7 has not ended"],
  ["one that landed", {}, { phase: landed }, "app-7 has landed; start a new session instead"],
  [
    "one whose issue somebody else has",
    {},
    { phase: ended, others: [resting] },
    "app-8 works on 41 already; stop it first, or start another one with --force",
  ],
  ["one whose issue nobody has", {}, { phase: ended, others: [ended] }, null],
] as const)("restore of %s", ([, special, facts, sentence]) => {
  expect(explainCommandRefusal(aStore(facts), { kind: "restore", session, ...special })).toBe(sentence);
});

const taken = "app-7 works on 41 already; stop it first, or start another one with --force";

test.for([
  ["a second worker on an issue", {}, {}, taken],
  ["a second worker while the first is ending", {}, { phase: ending }, taken],
  ["a worker after the first has ended", {}, { phase: ended }, null],
  ["a second worker that a person forced", { forced: true }, {}, null],
  ["a worker on another issue", { role: { kind: "worker", issue: issueId("42") } }, {}, null],
  ["a worker without an issue", { role: { kind: "worker", issue: null } }, {}, null],
  ["a reviewer", { role: { kind: "reviewer", of: theChange } }, {}, null],
  ["a session whose name is known: it was started before, and starts no second time", { id: session }, {}, null],
] as const)("start of %s", ([, special, facts, sentence]) => {
  expect(explainCommandRefusal(aStore(facts), aWorker(special))).toBe(sentence);
});

test("a change lands while it is open, and the answer says what became of it otherwise", () => {
  const command = { kind: "land", change: theChange } as const;
  expect(explainCommandRefusal(aStore(), command)).toBeNull();
  expect(explainCommandRefusal(aStore({ change: { kind: "closed" } }), command)).toBe("change c1 is closed");
  const commit = commitSha("k1");
  expect(explainCommandRefusal(aStore({ change: { kind: "landed", commit } }), command)).toBe("change c1 is landed");
  expect(explainCommandRefusal(aStore(), { kind: "land", change: changeId("c9") })).toBe(
    "there is no change c9; `ao change list` shows all of them",
  );
});

test.for([
  { kind: "stop", session, keepWorkspace: false },
  { kind: "approve_reaction", session, incident },
  { kind: "decline_reaction", session, incident },
  { kind: "unqueue", change: theChange },
  { kind: "approve_text", issue: issueId("41"), text: "Do it." },
  { kind: "pause_project", project: app },
  { kind: "resume_project", project: app },
] as const)("$kind is never refused: done twice it does nothing", (command) => {
  expect(explainCommandRefusal(aStore(), command)).toBeNull();
  expect(explainCommandRefusal(aStore({ phase: ended, change: { kind: "closed" } }), command)).toBeNull();
});
