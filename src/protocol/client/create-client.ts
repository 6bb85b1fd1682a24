/** The typed client: one method a route. Starts without the schemas; the daemon checks what is sent. */
import type { DiffRecord } from "../change/change.ts";
import type { RouteName } from "../paths.ts";
import type { RouteCall, CallName, CallOptions, RouteInput } from "./calls.ts";
import { parseAnswer } from "./parse-answer.ts";
import { followEvents, followLogs, readDiff, type EventNotice } from "./streams.ts";
import { callRoute, type ClientOptions } from "./transport.ts";

export type Client = { readonly [Name in CallName]: RouteCall<Name> } & {
  /** One page of the event log. */
  readonly eventPage: (input: RouteInput<"events">, options?: CallOptions) => ReturnType<typeof readPage>;
  /** The event log as it grows, through restarts of the daemon. */
  readonly events: (input: Omit<RouteInput<"events">, "limit">, options?: CallOptions) => AsyncIterable<EventNotice>;
  /** What the agent writes, as text, through restarts of the daemon. */
  readonly logs: (input: RouteInput<"logs">, options?: CallOptions) => AsyncIterable<string>;
  /** Which files a change changes, then each file's patch as it comes. */
  readonly diff: (input: RouteInput<"diff">, options?: CallOptions) => AsyncIterable<DiffRecord>;
};

export function createClient(client: ClientOptions): Client {
  const call = <Name extends CallName>(name: Name): RouteCall<Name> => {
    return (input, options = {}) =>
      callRoute(client, { name, input }, options, async (response) =>
        parseAnswer(name, response.status, await response.text()),
      );
  };
  return {
    ...createCalls(call),
    eventPage: (input, options) => readPage(client, input, options),
    events: (input, options) => followEvents(client, input, options),
    logs: (input, options) => followLogs(client, input, options),
    diff: (input, options) => readDiff(client, input, options),
  };
}

function readPage(client: ClientOptions, input: RouteInput<"events">, options: CallOptions = {}) {
  return callRoute(client, { name: "events", input }, options, async (response) =>
    parseAnswer("events", response.status, await response.text()),
  );
}

type MakeCall = <Name extends CallName>(name: Name) => RouteCall<Name>;

/** About those outside: what they send, what they wrote, and what they were asked. */
function createOutsideCalls(call: MakeCall) {
  return {
    approvals: call("approvals"),
    approve: call("approve"),
    listWebhooks: call("listWebhooks"),
    testWebhook: call("testWebhook"),
    quotas: call("quotas"),
    unread: call("unread"),
    failingChannels: call("failingChannels"),
  } satisfies { readonly [Name in RouteName]?: unknown };
}

function createSessionCalls(call: MakeCall) {
  return {
    listSessions: call("listSessions"),
    startSession: call("startSession"),
    session: call("session"),
    stopSession: call("stopSession"),
    status: call("status"),
    why: call("why"),
    sendMessage: call("sendMessage"),
    answer: call("answer"),
    decideReaction: call("decideReaction"),
    interrupt: call("interrupt"),
    restart: call("restart"),
    pause: call("pause"),
    resume: call("resume"),
    release: call("release"),
    restore: call("restore"),
    takeOver: call("takeOver"),
    openTerminal: call("openTerminal"),
    conversation: call("conversation"),
    message: call("message"),
  } satisfies { readonly [Name in RouteName]?: unknown };
}

/** Issues, changes and their landing. */
function workCalls(call: MakeCall) {
  return {
    listIssues: call("listIssues"),
    createIssue: call("createIssue"),
    importIssues: call("importIssues"),
    moveIssues: call("moveIssues"),
    triage: call("triage"),
    issue: call("issue"),
    editIssue: call("editIssue"),
    commentIssue: call("commentIssue"),
    closeIssue: call("closeIssue"),
    reopenIssue: call("reopenIssue"),
    listChanges: call("listChanges"),
    change: call("change"),
    reviewChange: call("reviewChange"),
    replyThread: call("replyThread"),
    checkChange: call("checkChange"),
    landChange: call("landChange"),
    revertChange: call("revertChange"),
    closeChange: call("closeChange"),
    reopenChange: call("reopenChange"),
    readyChange: call("readyChange"),
    plan: call("plan"),
    policyTest: call("policyTest"),
    queue: call("queue"),
    moveInQueue: call("moveInQueue"),
    removeFromQueue: call("removeFromQueue"),
  } satisfies { readonly [Name in RouteName]?: unknown };
}

function createCalls(call: MakeCall) {
  return {
    ...createSessionCalls(call),
    ...workCalls(call),
    ...createOutsideCalls(call),
    health: call("health"),
    openapi: call("openapi"),
    listProjects: call("listProjects"),
    addProject: call("addProject"),
    removeProject: call("removeProject"),
    pauseProject: call("pauseProject"),
    resumeProject: call("resumeProject"),
    checkBase: call("checkBase"),
    loginTicket: call("loginTicket"),
    signIn: call("signIn"),
    proveDaemon: call("proveDaemon"),
    listBrowsers: call("listBrowsers"),
    signOut: call("signOut"),
    signOutAll: call("signOutAll"),
    cleanup: call("cleanup"),
    push: call("push"),
    subscribePush: call("subscribePush"),
    unsubscribePush: call("unsubscribePush"),
    renewPush: call("renewPush"),
    fleet: call("fleet"),
    usage: call("usage"),
    audit: call("audit"),
    verifyAudit: call("verifyAudit"),
    doctor: call("doctor"),
    config: call("config"),
    settings: call("settings"),
    writeSettings: call("writeSettings"),
    stopDaemon: call("stopDaemon"),
    takeEnvironment: call("takeEnvironment"),
  } satisfies { readonly [Name in RouteName]?: unknown };
}
