/**
 * Who may ask what: each route needs one right, and each kind of token has some. A route that is not in the table does
 * not compile.
 */
import { paths, type RouteName } from "../../protocol/paths.ts";
import type { Caller } from "./access-control.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { routeNames } from "./router.ts";

export const rights = {
  /** Needs no token: says nothing, or what is sent proves by itself that its sender may. */
  open: "",
  read: "what sessions, issues, changes and the queue are like",
  message: "write to an agent",
  answer: "answer an agent's question",
  start: "start sessions, and bring back stopped ones",
  control: "stop, pause and interrupt work, and run its checks again",
  issue: "write issues",
  land: "ask for a landing, change the queue and what is in it",
  /** Never an agent's, whatever its role. */
  admin: "what a person alone decides: reviews, approvals, settings, projects, terminals, the daemon",
  /** No browser's either: it would outlast being signed out. */
  home: "sign browsers in, and hand over the variables of a shell",
} as const;
export type Right = keyof typeof rights;

type Access = {
  readonly right: Right;
  /** The field of its input that names the session, where an agent may ask about its own. */
  readonly ownSession?: "id" | "session";
  /** What to do where the right is missing. */
  readonly try?: string;
};

const needs = (right: Right): Access => ({ right });
const mayReadSession = (ownSession: "id" | "session"): Access => ({ right: "read", ownSession });

export const access = {
  health: needs("open"),
  signIn: needs("open"),
  proveDaemon: needs("open"),
  renewPush: needs("open"),

  openapi: needs("read"),
  listSessions: needs("read"),
  session: mayReadSession("id"),
  status: mayReadSession("id"),
  why: mayReadSession("id"),
  logs: mayReadSession("id"),
  conversation: mayReadSession("id"),
  events: mayReadSession("session"),
  message: needs("read"),
  listProjects: needs("read"),
  listIssues: needs("read"),
  issue: needs("read"),
  listChanges: needs("read"),
  change: needs("read"),
  diff: needs("read"),
  checkLog: needs("read"),
  plan: needs("read"),
  policyTest: needs("read"),
  queue: needs("read"),
  approvals: needs("read"),
  unread: needs("read"),
  fleet: needs("read"),
  usage: needs("read"),

  sendMessage: needs("message"),
  answer: needs("answer"),
  startSession: needs("start"),
  restore: needs("start"),

  stopSession: needs("control"),
  interrupt: needs("control"),
  restart: needs("control"),
  pause: needs("control"),
  resume: needs("control"),
  pauseProject: needs("control"),
  resumeProject: needs("control"),
  checkBase: needs("control"),
  checkChange: needs("control"),

  createIssue: needs("issue"),
  editIssue: needs("issue"),
  commentIssue: needs("issue"),
  closeIssue: needs("issue"),
  reopenIssue: needs("issue"),
  importIssues: needs("issue"),
  moveIssues: needs("issue"),
  triage: needs("issue"),

  landChange: needs("land"),
  revertChange: needs("land"),
  closeChange: needs("land"),
  reopenChange: needs("land"),
  readyChange: needs("land"),
  moveInQueue: needs("land"),
  removeFromQueue: needs("land"),

  decideReaction: needs("admin"),
  takeOver: needs("admin"),
  release: needs("admin"),
  openTerminal: needs("admin"),
  reviewChange: needs("admin"),
  replyThread: needs("admin"),
  approve: needs("admin"),
  addProject: needs("admin"),
  removeProject: needs("admin"),
  listWebhooks: needs("admin"),
  testWebhook: needs("admin"),
  quotas: needs("admin"),
  failingChannels: needs("admin"),
  audit: needs("admin"),
  verifyAudit: needs("admin"),
  listBrowsers: needs("admin"),
  signOut: needs("admin"),
  signOutAll: needs("admin"),
  push: needs("admin"),
  subscribePush: needs("admin"),
  unsubscribePush: needs("admin"),
  doctor: needs("admin"),
  config: needs("admin"),
  settings: needs("admin"),
  writeSettings: needs("admin"),
  cleanup: needs("admin"),
  stopDaemon: needs("admin"),

  loginTicket: { right: "home", try: "ao dashboard" },
  takeEnvironment: { right: "home", try: "ao start" },
} as const satisfies Readonly<Record<RouteName, Access>>;

const persons: readonly Right[] = ["read", "message", "answer", "start", "control", "issue", "land", "admin"];

const rightsOf = {
  program: [...persons, "home"],
  browser: persons,
  /** Of these only what is about its own session. */
  agent: ["read"],
  nobody: [],
} as const satisfies Readonly<Record<Caller["kind"], readonly Right[]>>;

const openRoutes = routeNames.filter((name) => access[name].right === "open");

/** There no token is asked for, and none is looked at. */
export const isOpenRoute = (method: string, path: string): boolean =>
  openRoutes.some((name) => paths[name][0] === method && paths[name][1] === path);

/** Before anything of the request is read. */
export function checkRoute(caller: Caller, name: RouteName): void {
  const { right, ownSession }: Access = access[name];
  const held: readonly Right[] = rightsOf[caller.kind];
  if (right === "open") return;
  if (!held.includes(right) || (caller.kind === "agent" && ownSession === undefined)) throw createRefusal(caller, name);
}

/** `input` is what the endpoint gets, so that both speak of the same session. */
export function checkSession(caller: Caller, name: RouteName, input: Readonly<Record<string, unknown>>): void {
  const { right, ownSession }: Access = access[name];
  if (caller.kind !== "agent" || right === "open") return;
  if (ownSession === undefined || input[ownSession] !== caller.session) throw createRefusal(caller, name);
}

function createRefusal(caller: Caller, name: RouteName): Refusal {
  const { right, try: instead }: Access = access[name];
  const more = instead === undefined ? {} : { try: instead };
  return refuse("forbidden", `nothing was done: ${explainRefusal(caller, right)}`, more);
}

function explainRefusal(caller: Caller, right: Right): string {
  if (right === "home") return "this needs the home's own token";
  return caller.kind === "agent"
    ? `an agent's token only reads about its own session ${caller.session}`
    : `this needs the right to ${rights[right]}`;
}
