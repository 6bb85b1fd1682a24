/** Requests that are not well formed get a sentence; requests with a key are done once. */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../test/fixtures/http-ask.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import type { Store } from "../../store/open.ts";
import { ApiError } from "../../protocol/client/api-error.ts";
import { Crash } from "../../engine/crash.ts";

const withSession = { facts: (store: Store) => store.sessions.save(aSession(), { wants: null, dueMs: null }) };

function ask(rig: ApiRig, method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}) {
  const all = { authorization: `Bearer ${rig.token}`, "content-type": "application/json", ...headers };
  return httpAsk(rig.port, { method, path, headers: all, ...(body === undefined ? {} : { body }) });
}

test.for([
  ["GET", "/api/nothing", undefined, 404, "there is nothing at /api/nothing; /api/openapi.json lists what is"],
  ["PUT", "/api/sessions", "{}", 405, "/api/sessions takes GET, POST, not PUT"],
  ["DELETE", "/api/events", undefined, 405, "/api/events takes GET, not DELETE"],
  ["POST", "/api/sessions", "{", 400, "invalid JSON in the request body"],
  ["POST", "/api/sessions", "[]", 400, "nothing was done: invalid input: expected object"],
  ["POST", "/api/sessions", '{"titel":"x"}', 400, "`titel` is unknown; did you mean `title`?"],
  ["POST", "/api/sessions", '{"title":7}', 400, "`title`: invalid input: expected string"],
  ["POST", "/api/sessions/app-7/message", "{}", 400, "`content` is missing"],
  ["POST", "/api/sessions/app-7/pause", '{"why":"x"}', 400, "`why` is unknown; nothing is taken"],
  ["GET", "/api/sessions?al=1", undefined, 400, "did you mean `all`?"],
  ["GET", "/api/sessions?all=perhaps", undefined, 400, "`all`: "],
  ["GET", "/api/events?after=minus", undefined, 400, "`after`: "],
  ["GET", "/api/sessions/%E0%A4%A", undefined, 400, "is not a valid part of an address"],
  ["GET", "/api/sessions/app-8", undefined, 404, "there is no session app-8; nothing was done"],
] as const)("%s %s %s: %i", async ([method, path, body, status, sentence]) => {
  const rig = await anApi(withSession);
  const answer = await ask(rig, method, path, body);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text).error.message).toContain(sentence);
});

test("a body must say that it is JSON: a form of a foreign page cannot", async () => {
  const rig = await anApi();
  const answer = await ask(rig, "POST", "/api/tickets", "{}", { "content-type": "text/plain" });
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("must be JSON") });
});

test("a body over a megabyte is refused, announced or not", async () => {
  const rig = await anApi();
  const large = JSON.stringify({ title: "x".repeat(1_100_000) });
  expect((await ask(rig, "POST", "/api/sessions", large)).status).toBe(413);
  const chunked = await ask(rig, "POST", "/api/sessions", large, { "transfer-encoding": "chunked" });
  expect(chunked.status).toBe(413);
});

test("an address that is none of ours is refused", async () => {
  const rig = await anApi();
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(rig.port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    socket.once("error", reject).once("close", () => resolve(text));
    socket.write("GET http://evil.example/api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
  });
  expect(answer).toContain("400 Bad Request");
});

const send = (rig: ApiRig, key: string, content = "hello") =>
  rig.client().sendMessage({ id: theSession, content }, { idempotencyKey: key });

test("the same key with the same request is done once and answered alike", async () => {
  const rig = await anApi(withSession);
  const first = await send(rig, "k1");
  const [second, third] = await Promise.all([send(rig, "k1"), send(rig, "k1")]);
  expect([second, third]).toEqual([first, first]);
  expect((await send(rig, "k2")).id).not.toBe(first.id);
  expect(rig.store.messages.ofSession(theSession, 9)).toHaveLength(2);
});

test("two at the same time under one key are one", async () => {
  const rig = await anApi();
  const start = () => rig.client().startSession({ title: "Twice" }, { idempotencyKey: "k" });
  const [first, second] = await Promise.all([start(), start()]);
  expect(second).toEqual(first);
  expect(await rig.client().listSessions({})).toHaveLength(1);
});

test("the same key with another request is refused", async () => {
  const rig = await anApi(withSession);
  await send(rig, "k1");
  for (const other of [
    send(rig, "k1", "something else"),
    rig.client().pause({ id: theSession }, { idempotencyKey: "k1" }),
  ])
    await expect(other).rejects.toMatchObject({ status: 409, code: "key_reused" });
  expect(rig.store.messages.ofSession(theSession, 9)).toHaveLength(1);
});

test("a key is known after a restart, for a week", async () => {
  const rig = await anApi(withSession);
  const first = await send(rig, "k1");
  await rig.kill();
  await rig.start();
  expect(await send(rig, "k1")).toEqual(first);
});

test("a death between the deed and its answer neither loses nor doubles a message", async () => {
  const rig = await anApi(withSession);
  const take = rig.engine.take.bind(rig.engine);
  rig.engine.take = (arrivals) => {
    take(arrivals);
    throw new Crash();
  };
  await expect(send(rig, "k1")).rejects.toBeInstanceOf(ApiError);
  rig.complaints.length = 0;
  await rig.kill();
  await rig.start();
  const message = await send(rig, "k1");
  expect(message).toMatchObject({ text: "hello", session: theSession });
  expect(await send(rig, "k1")).toEqual(message);
  expect(rig.store.messages.ofSession(theSession, 9).map(({ id }) => id)).toEqual([message.id]);
});

test("what is refused is not kept: asked again later under the same key it is done", async () => {
  const ended = aSession({ phase: { kind: "ended", because: "stopped", rescueRef: null, atMs: 0 } });
  const rig = await anApi({ facts: (store) => store.sessions.save(ended, { wants: null, dueMs: null }) });
  await expect(send(rig, "k1")).rejects.toMatchObject({ code: "conflict", try: "ao restore app-7" });
  await rig.client().restore({ id: theSession });
  expect((await send(rig, "k1")).state).toBe("queued");
});

test("a key of odd letters is refused", async () => {
  const rig = await anApi(withSession);
  const answer = await ask(rig, "POST", "/api/sessions/app-7/pause", "{}", { "idempotency-key": "a b" });
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining("Idempotency-Key") });
});

test("tickets are never kept, with or without a key", async () => {
  const rig = await anApi();
  const first = await rig.client().loginTicket({}, { idempotencyKey: "k" });
  const second = await rig.client().loginTicket({}, { idempotencyKey: "k" });
  expect(second.url).not.toBe(first.url);
  expect(rig.store.requests.get("k")).toBeNull();
});
