/** The typed client: one method a route. Starts without the schemas; the daemon checks what is sent. */
import type { DiffRecord } from "../change.ts";
import type { RouteName } from "../paths.ts";
import type { Call, CallName, CallOptions, Input } from "./calls.ts";
import { parseAnswer } from "./parse-answer.ts";
import { followEvents, followLogs, readDiff, type EventNotice } from "./streams.ts";
import { send, type ClientOptions } from "./transport.ts";

export type Client = { readonly [Name in CallName]: Call<Name> } & {
  /** One page of the event log. */
  readonly eventPage: (input: Input<"events">, options?: CallOptions) => ReturnType<typeof page>;
  /** The event log as it grows, through restarts of the daemon. */
  readonly events: (input: Omit<Input<"events">, "limit">, options?: CallOptions) => AsyncIterable<EventNotice>;
  /** What the agent writes, as text, through restarts of the daemon. */
  readonly logs: (input: Input<"logs">, options?: CallOptions) => AsyncIterable<string>;
  /** Which files a change changes, then each file's patch as it comes. */
  readonly diff: (input: Input<"diff">, options?: CallOptions) => AsyncIterable<DiffRecord>;
};

export function createClient(client: ClientOptions): Client {
  const call = <Name extends CallName>(name: Name): Call<Name> => {
    return (input, options = {}) =>
      send(client, { name, input }, options, async (response) =>
        parseAnswer(name, response.status, await response.text()),
      );
  };
  return {
    ...callsOf(call),
    eventPage: (input, options) => page(client, input, options),
    events: (input, options) => followEvents(client, input, options),
    logs: (input, options) => followLogs(client, input, options),
    diff: (input, options) => readDiff(client, input, options),
  };
}

function page(client: ClientOptions, input: Input<"events">, options: CallOptions = {}) {
  return send(client, { name: "events", input }, options, async (response) =>
    parseAnswer("events", response.status, await response.text()),
  );
}

type MakeCall = <Name extends CallName>(name: Name) => Call<Name>;

/** About those outside: what they send, what they wrote, and what they were asked. */
function outsideCalls(call: MakeCall) {
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

function sessionCalls(call: MakeCall) {
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

function callsOf(call: MakeCall) {
  return {
    ...sessionCalls(call),
    ...workCalls(call),
    ...outsideCalls(call),
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
