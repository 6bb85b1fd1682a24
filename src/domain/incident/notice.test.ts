import { describe, expect, test } from "vitest";
import {
  aCandidate,
  aChange,
  aMessage,
  anIncident,
  aProject,
  check,
  head,
  made,
  queued,
  redBase,
  theCandidate,
  theChange,
  theSession,
  told,
  work,
} from "../../../test/fixtures/domain.ts";
import { app, at } from "../../../test/fixtures/rules.ts";
import type { NoticeSubject } from "../core/effect.ts";
import type { Change } from "../change/change.ts";
import type { Verdict } from "../checks/check.ts";
import type { Facts } from "../core/facts.ts";
import { known } from "../model/known.ts";
import { commitSha, incidentId, messageId } from "../model/ids.ts";
import { closeIncident } from "./incident.ts";
import { findConcern, isStillSo } from "./notice.ts";

const incident = anIncident();
const over = closeIncident(incident, "green", at(1));
const left = closeIncident(incident, "session_ended", at(1));
const leftConflict = { ...left, trouble: "conflict" } as const;
const reported = (verdict: Verdict) => ({ kind: "reported", ...run, results: [check(verdict)] }) as const;
const run = { key: "r", tree: head("h1").tree, n: 1, infrastructureRetries: 0, passed: [] };
const conflicting = (mergeable: boolean) => ({ incidents: [leftConflict], mergeable: known(mergeable) });
const ofChange = { kind: "incident", incident: incident.id, trouble: "ci", session: theSession } as const;
const about = { ...ofChange, change: theChange };
const aboutSession = { ...ofChange, trouble: "exited", change: null } as const;
const unannounced = { kind: "reaction_prepared", incident: incident.id, session: theSession } as const;
const prepared = { ...unannounced, message: messageId("m1") };
const announcedAs = (id: string, state: "prepared" | "queued") =>
  work({ change: { incidents: [anIncident({ announced: messageId(id) })] }, messages: [fix(state)] });
const ready = { kind: "change_ready", change: theChange, head: commitSha("h1") } as const;
const blocked = { kind: "landing_blocked", candidate: theCandidate } as const;
const baseRed = { kind: "base_red", project: app } as const;
const baseUnknown = { kind: "base_unknown", project: app } as const;

const leftWith = (special: Partial<Change>) => work({ change: { incidents: [left], ...special } });
const together = (name: string) => ({
  toldFor: { head: commitSha(name), fingerprint: "boom", as: "together" as const },
  failedTogether: true as const,
});
const fix = (state: "prepared" | "queued") =>
  aMessage({
    state: { kind: state },
    cause: { kind: "incident", incident: incident.id, trouble: "ci", attempt: 1, ...headless },
  });
const headless = { head: null, fingerprint: "boom" };
const candidate = (state: Parameters<typeof aCandidate>[0]): Facts => ({
  kind: "candidate",
  project: aProject(),
  candidate: aCandidate(state),
  changes: [aChange()],
  openChanges: [],
});
const project = (of: ReturnType<typeof aProject>): Facts => ({ kind: "project", project: of, openChanges: [] });
const withHealth = (kind: "unknown" | "green") => project(aProject({ base: { ...aProject().base, health: { kind } } }));

describe("a notice that waited for its channel is still so", () => {
  test.for<[what: string, subject: NoticeSubject, facts: Facts, expected: boolean]>([
    ["trouble of a change that is open", about, work({ change: { incidents: [incident] } }), true],
    ["trouble of a change that is over", about, work({ change: { incidents: [over] } }), false],
    ["trouble that is forgotten", about, work(), false],
    ["other trouble of the same kind", about, work({ change: { incidents: [told(1, other)] } }), false],
    ["red checks whose session has ended", about, leftWith({ round: reported("failed") }), true],
    [
      "checks that could not run, whose session has ended",
      about,
      leftWith({ round: reported("infrastructure") }),
      true,
    ],
    ["red checks that pass since their session has ended", about, leftWith({ round: reported("passed") }), false],
    [
      "red checks that run again since their session has ended",
      about,
      leftWith({ round: { kind: "asked", ...run } }),
      false,
    ],
    [
      "red checks of an older head than the one that was left",
      about,
      leftWith({ round: reported("failed"), head: head("h2") }),
      false,
    ],
    [
      "red checks of a change that was closed with its session",
      about,
      leftWith({ round: reported("failed"), state: { kind: "closed" } }),
      false,
    ],
    [
      "red checks that somebody was told of anew since their session has ended",
      about,
      leftWith({ round: reported("failed"), incidents: [left, told(1, other)] }),
      false,
    ],
    [
      "a head that failed together with its base, whose session has ended",
      about,
      leftWith({ round: reported("passed"), incidents: [{ ...left, ...together("h1") }] }),
      true,
    ],
    [
      "another head than the one that failed together with its base",
      about,
      leftWith({ round: reported("passed"), incidents: [{ ...left, ...together("h0") }] }),
      false,
    ],
    [
      "a conflict whose session has ended",
      { ...about, trouble: "conflict" },
      work({ change: conflicting(false) }),
      true,
    ],
    [
      "a conflict that is over since its session has ended",
      { ...about, trouble: "conflict" },
      work({ change: conflicting(true) }),
      false,
    ],
    ["trouble of a session that is open", aboutSession, work({ session: { incidents: [incident] } }), true],
    ["trouble of a session that is over", aboutSession, work({ session: { incidents: [over] } }), false],
    ["a message that is ready to be sent", prepared, announcedAs("m1", "prepared"), true],
    ["a message that a person has sent", prepared, announcedAs("m1", "queued"), false],
    ["a message before one that was announced since", prepared, announcedAs("m2", "prepared"), false],
    ["a message that was dropped", prepared, work(), false],
    [
      "a message of which nobody noted that it was announced",
      unannounced,
      work({ change: { incidents: [incident] }, messages: [fix("prepared")] }),
      true,
    ],
    ["a change that is ready", ready, work(), true],
    ["a change with another head", ready, work({ change: { head: head("h2") } }), false],
    ["a change that is closed", ready, work({ change: { state: { kind: "closed" } } }), false],
    ["a change that was asked to land", ready, work({ change: { queue: queued() } }), false],
    ["a landing that waits", blocked, candidate({ kind: "unpublished", made, judged: [], blockedBy: [".env"] }), true],
    ["a landing that went through", blocked, candidate({ kind: "landed", made }), false],
    ["a red base", baseRed, project(redBase(check("failed", "base-1"))), true],
    ["a base that is green again", baseRed, project(aProject()), false],
    ["a base that nobody knows of", baseUnknown, withHealth("unknown"), true],
    ["a base that is known again", baseUnknown, withHealth("green"), false],
    ["what was set aside", { kind: "set_aside", what: "a row" }, work(), true],
    ["a used-up budget", { kind: "budget", project: app }, project(aProject()), true],
  ])("%s", ([, subject, facts, expected]) => {
    expect(isStillSo(subject, facts)).toBe(expected);
  });
});

const other = { id: incidentId("i2") };

test.for<[subject: NoticeSubject, concern: unknown]>([
  [about, { kind: "change", change: theChange }],
  [aboutSession, { kind: "session", session: theSession }],
  [{ ...aboutSession, session: null }, null],
  [prepared, { kind: "session", session: theSession }],
  [ready, { kind: "change", change: theChange }],
  [blocked, { kind: "candidate", candidate: theCandidate }],
  [baseRed, { kind: "project", project: app }],
  [{ kind: "set_aside", what: "a row" }, null],
])("the facts of its own subject say so: %o", ([subject, concern]) => {
  expect(findConcern(subject)).toEqual(concern);
});
