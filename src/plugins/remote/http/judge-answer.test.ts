import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeFailure, limitMet, type RemoteReply } from "./judge-answer.ts";

const NOW = Date.UTC(2026, 0, 5);
const told = { budgets: [], retryAtMs: null };
const heard = (status: number, facts: Partial<RemoteReply> = {}): RemoteReply => ({
  ...{ name: "GitHub", status, told, said: "", errors: [], isWrite: false, lacks: "", nowMs: NOW },
  ...facts,
});
const used = { name: "core", limit: 5_000, remaining: 0, resetAtMs: NOW + 600_000 };

test.for<[what: string, heard: RemoteReply, untilMs: number | null | "none"]>([
  ["200", heard(200, { told: { budgets: [used], retryAtMs: null } }), "none"],
  ["403 with nothing left", heard(403, { told: { budgets: [used], retryAtMs: null } }), NOW + 600_000],
  ["429 with Retry-After", heard(429, { told: { budgets: [used], retryAtMs: NOW + 30_000 } }), NOW + 30_000],
  ["429 without a word", heard(429), null],
  ["403 that speaks of a secondary limit", heard(403, { said: "You have exceeded a secondary rate limit." }), null],
  ["403 that lacks a permission", heard(403, { said: "Resource not accessible by integration" }), "none"],
  ["503 with Retry-After", heard(503, { told: { budgets: [], retryAtMs: NOW + 5_000 } }), NOW + 5_000],
  ["503", heard(503), "none"],
  ["503 beside a budget that is used up", heard(503, { told: { budgets: [used], retryAtMs: null } }), "none"],
  [
    "Linear's 400 with nothing left",
    heard(400, { errors: ["RATELIMITED"], told: { budgets: [used], retryAtMs: null } }),
    NOW + 600_000,
  ],
  ["Linear's 400 that does not say until when", heard(400, { errors: ["RATELIMITED"] }), null],
  [
    "GitHub's 200 with Retry-After",
    heard(200, { errors: ["RATE_LIMITED"], told: { budgets: [], retryAtMs: NOW + 30_000 } }),
    NOW + 30_000,
  ],
  [
    "GitHub's 200 that speaks of a secondary limit without naming its kind",
    heard(200, { errors: [""], said: "You have exceeded a secondary rate limit. Please wait a few minutes." }),
    null,
  ],
  ["200 without data that says the same", heard(200, { said: "You have exceeded a secondary rate limit." }), null],
  [
    "200 with a refusal that quotes the words",
    heard(200, { errors: [""], said: "No value “rate limit” here" }),
    "none",
  ],
  [
    "GitHub's 422 for what is written too quickly",
    heard(422, { said: "Validation Failed; was submitted too quickly" }),
    null,
  ],
  [
    "the same of a mutation",
    heard(200, { errors: ["UNPROCESSABLE"], isWrite: true, said: "was submitted too quickly" }),
    null,
  ],
  ["422 for a mistake", heard(422, { said: "Validation Failed; head is invalid" }), "none"],
  ["a document that was refused for what it asks", heard(400, { errors: ["INVALID_INPUT"] }), "none"],
  ["429 whose time has passed already", heard(429, { told: { budgets: [], retryAtMs: NOW - 1 } }), NOW + 1_000],
])("%s: is a limit met, and until when?", ([, answer, untilMs]) => {
  const limited = limitMet(answer);
  expect(limited === null ? "none" : limited.untilMs).toBe(untilMs);
});

test.for<[status: number, code: string | null]>([
  [200, null],
  [204, null],
  [304, null],
  [400, "refused"],
  [403, "refused"],
  [404, "gone"],
  [405, "conflict"],
  [408, "unavailable"],
  [409, "conflict"],
  [410, "gone"],
  [412, "conflict"],
  [422, "refused"],
  [500, "unavailable"],
  [502, "unavailable"],
])("%i means %s", ([status, code]) => {
  expect(judgeFailure(heard(status), null, 1_000)?.code ?? null).toBe(code);
});

test("a limit says how long to rest", () => {
  expect(judgeFailure(heard(403), { untilMs: null, why: "slow down" }, 60_000)).toMatchObject({
    code: "rate_limited",
    retryAfterMs: 60_000,
    message: "slow down",
  });
});

test("a token that is not accepted rests, so that nothing that waits is lost", () => {
  expect(limitMet(heard(401, { said: "Bad credentials" }))).toMatchObject({
    untilMs: NOW + 300_000,
    why: expect.stringContaining("GitHub answered 401: Bad credentials. The token is not accepted"),
  });
});

test("the same holds where only the document's errors say so", () => {
  expect(limitMet(heard(400, { errors: ["AUTHENTICATION_ERROR"] }))).toMatchObject({ isRefused: true });
});

test.for<[error: string, code: string]>([
  ["INPUT_ERROR", "refused"],
  ["INTERNAL_SERVER_ERROR", "unavailable"],
  ["LOCK_TIMEOUT", "unavailable"],
  ["NOT_FOUND", "gone"],
])("400 with the GraphQL error %s means %s", ([error, code]) => {
  expect(judgeFailure(heard(400, { errors: [error] }), null, 1_000)?.code).toBe(code);
});

test("whatever its errors say, an answer of a broken server is asked for again", () => {
  expect(judgeFailure(heard(502, { errors: ["INPUT_ERROR"] }), null, 1_000)?.code).toBe("unavailable");
});

test.for<[what: string, said: string, lacks: string, message: string]>([
  ["no words", "", "", "GitHub answered 403. The token may lack the permission for it"],
  [
    "words of a permission",
    "Resource not accessible by integration",
    "",
    "GitHub answered 403: Resource not accessible by integration. The token may lack the permission for it",
  ],
  [
    "other words",
    "Repository was archived so is read-only.",
    "",
    "GitHub answered 403: Repository was archived so is read-only.",
  ],
  [
    "the permission in its headers",
    "No",
    ". The token needs the permission issues=write",
    "GitHub answered 403: No. The token needs the permission issues=write",
  ],
])("403 with %s says what GitHub said, and no other cause", ([, said, lacks, message]) => {
  expect(judgeFailure(heard(403, { said, lacks }), null, 1_000)?.message).toBe(message);
});

const KNOWN_REFUSALS = [301, 302, 307, 308, 400, 401, 402, 403, 406, 407, 411, 413, 414, 415, 416, 417, 421, 422, 423];
const MORE_REFUSALS = [424, 426, 428, 431, 451];

test("no answer without a known meaning is a refusal where a write may have been done", () => {
  const statuses = fc.integer({ min: 300, max: 599 }).filter((status) => status !== 304);
  fc.assert(
    fc.property(statuses, (status) => {
      const failure = judgeFailure(heard(status, { isWrite: true }), null, 1_000);
      const isRefusal = [...KNOWN_REFUSALS, ...MORE_REFUSALS].includes(status);
      expect(failure?.code === "refused").toBe(isRefusal);
    }),
  );
});
