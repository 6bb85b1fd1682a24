/** Every route with every kind of token: who is let through. What the rights say is written down here once more. */
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../test/fixtures/http-ask.ts";
import { aSignIn } from "../../../test/fixtures/sign-in.ts";
import { hasBody, paths, type RouteName } from "../../protocol/paths.ts";
import type { Caller } from "./access-control.ts";
import { dispatch, type Api } from "./dispatch.ts";
import type { Endpoints } from "./endpoint.ts";
import { Refusal } from "./refusal.ts";
import { routeNames } from "./router.ts";
import { createSessionTokens } from "./secrets.ts";

/** `p`: the home's own token, `b`: a browser's, `a`: an agent's about its own session, `-`: none. */
const allowed = {
  ...{ health: "pba-", signIn: "pba-", proveDaemon: "pba-", renewPush: "pba-" },
  ...{ session: "pba", status: "pba", why: "pba", logs: "pba", conversation: "pba", events: "pba" },
  ...{ openapi: "pb", listSessions: "pb", startSession: "pb", stopSession: "pb", sendMessage: "pb", answer: "pb" },
  ...{ decideReaction: "pb", interrupt: "pb", restart: "pb", pause: "pb", resume: "pb", release: "pb" },
  ...{ restore: "pb", takeOver: "pb", openTerminal: "pb", message: "pb" },
  ...{ listProjects: "pb", addProject: "pb", removeProject: "pb", pauseProject: "pb", resumeProject: "pb" },
  ...{ checkBase: "pb", listIssues: "pb", createIssue: "pb", importIssues: "pb", moveIssues: "pb", triage: "pb" },
  ...{ issue: "pb", editIssue: "pb", commentIssue: "pb", closeIssue: "pb", reopenIssue: "pb" },
  ...{ listChanges: "pb", change: "pb", diff: "pb", checkLog: "pb", reviewChange: "pb", replyThread: "pb" },
  ...{ checkChange: "pb", landChange: "pb", revertChange: "pb", closeChange: "pb", reopenChange: "pb" },
  ...{ readyChange: "pb", plan: "pb", policyTest: "pb", queue: "pb", moveInQueue: "pb", removeFromQueue: "pb" },
  ...{ approvals: "pb", approve: "pb", listWebhooks: "pb", testWebhook: "pb", quotas: "pb", unread: "pb" },
  ...{ failingChannels: "pb", audit: "pb", verifyAudit: "pb", listBrowsers: "pb", signOut: "pb", signOutAll: "pb" },
  ...{ cleanup: "pb", push: "pb", subscribePush: "pb", unsubscribePush: "pb", fleet: "pb", usage: "pb" },
  ...{ doctor: "pb", config: "pb", settings: "pb", writeSettings: "pb", stopDaemon: "pb" },
  ...{ loginTicket: "p", takeEnvironment: "p" },
} satisfies Readonly<Record<RouteName, string>>;

const callers: readonly (readonly [string, Caller])[] = [
  ["p", { kind: "program" }],
  ["b", { kind: "browser", id: "b1" }],
  ["a", { kind: "agent", session: "app-7" }],
  ["-", { kind: "nobody" }],
];

/** What its endpoint would get to see is no matter here: none is reached with an input of another shape. */
const unused = new Proxy({}, { get: () => ({ kind: "stream", open: () => Promise.resolve() }) });
const api = { endpoints: unused as Endpoints, once: null as never, checkAnswers: false } satisfies Api;

/** By its right, before its input is read; and about which session. */
async function isLetThrough(name: RouteName, caller: Caller, session = "app-7"): Promise<boolean> {
  let isRead = false;
  const call = { caller, signal: new AbortController().signal, url: "http://127.0.0.1" };
  const readInput = async (): Promise<unknown> => {
    isRead = true;
    return name === "events" ? { session } : {};
  };
  try {
    await dispatch(api, { name, call, params: { id: session }, readInput, key: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.view.code === "forbidden") return false;
    expect(error.view.code).toBe("bad_request");
  }
  expect(isRead).toBe(true);
  return true;
}

test.for(routeNames)("%s", async (name) => {
  const through = await Promise.all(
    callers.map(async ([key, caller]) => ((await isLetThrough(name, caller)) ? key : "")),
  );
  expect(through.join("")).toBe(allowed[name]);
});

test("an agent is let through to no route that speaks of another session", async () => {
  const agent: Caller = { kind: "agent", session: "app-7" };
  const through = await Promise.all(routeNames.map((name) => isLetThrough(name, agent, "app-8")));
  expect(routeNames.filter((_, at) => through[at])).toEqual(routeNames.filter((name) => allowed[name].includes("-")));
});

test("over HTTP the same are turned away, by who they are and before anything is read", async () => {
  const rig = await anApi();
  const tokens = { b: (await aSignIn(rig)).token, a: createSessionTokens(rig.token).make("app-7"), "-": "nonsense" };
  const turnedAway = async (name: RouteName, token: string): Promise<number> => {
    const [method, path] = paths[name];
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = hasBody(method) ? { body: "{" } : {};
    return (await httpAsk(rig.port, { method, path: path.replaceAll(/:\w+/g, "x"), headers, ...body })).status;
  };
  for (const [key, token] of Object.entries(tokens)) {
    const without = routeNames.filter((name) => !allowed[name].includes(key));
    const statuses = await Promise.all(without.map((name) => turnedAway(name, token)));
    expect(statuses).toEqual(without.map(() => (key === "-" ? 401 : 403)));
  }
});
