import type { Command } from "commander";
import { ApiError } from "../../../protocol/client/api-error.ts";
import type { Client } from "../../../protocol/client/create-client.ts";
import { connect } from "../../daemon/connect.ts";
import type { IssueDetailView } from "../../../protocol/issue/issue.ts";
import type { WhyView } from "../../../protocol/session/why.ts";
import type { Io } from "../../render/io.ts";
import { createSpan } from "../../render/line.ts";
import { showAnswer } from "../../show.ts";
import { formatWhy } from "../../views/session/why.ts";
import { tellOfWaiting } from "../../config/waiting-settings.ts";
import { findProjectHere } from "../../input/choose-project.ts";
import { READ } from "./list.ts";
import { explain } from "../land/policy.ts";

export const examples = [
  ["ao why app-7", "the reasons behind its state, and what would change it"],
  ["ao why 18", "the same of a change"],
  ["ao why 41", "why no session works on issue 41"],
  ["ao why app-7 --json", "the same as data"],
] as const;

export function define(command: Command, io: Io): void {
  command.argument("<session>", "id, name, issue or change").action((session: string) => showReasons(io, session));
}

async function showReasons(io: Io, id: string): Promise<void> {
  const client = await connect(io);
  const session = await findSession(io, client, id);
  if (session === null) return explain(io, id, undefined);
  const found = await readReasons(client, session);
  if (found.issue !== null) return sayOfIssue(io, found.issue);
  const view = found.why;
  showAnswer(io, {
    json: () => view,
    records: () => [
      ["conclusion", view.conclusion],
      ...view.steps.map(({ at, kind, text, event }) => [kind, text, at, event]),
      ...view.notFixed.map(({ ok, name, text }) => ["not_fixed", name, formatVerdict(ok), text]),
      ...view.notLanding.map(({ ok, name, text }) => ["not_landing", name, formatVerdict(ok), text]),
      ...(view.changedBy === null ? [] : [["changed_by", view.changedBy.text, view.changedBy.command]]),
    ],
    lines: (pen) => formatWhy(view, io.now(), pen),
  });
  await tellOfWaiting(io, client, ({ id: project }) => project === view.status.project);
}

type Reasons =
  { readonly why: WhyView; readonly issue: null } | { readonly why: null; readonly issue: IssueDetailView };

/** Of a session; where there is none of that name, of the issue that has none. */
async function readReasons(client: Client, id: string): Promise<Reasons> {
  try {
    return { why: await client.why({ id }, READ), issue: null };
  } catch (error) {
    const issue = error instanceof ApiError && error.code === "not_found" ? await readIssue(client, id) : null;
    if (issue === null) throw error;
    return { why: null, issue };
  }
}

async function readIssue(client: Client, id: string): Promise<IssueDetailView | null> {
  try {
    return await client.issue({ id }, READ);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function sayOfIssue(io: Io, issue: IssueDetailView): void {
  const { name, notStarted, session, state } = issue;
  const why = notStarted ?? session?.why ?? `is ${state.replace("_", " ")}`;
  showAnswer(io, {
    json: () => ({ issue }),
    records: () => [["conclusion", `#${name}: ${why}`]],
    lines: (pen) =>
      pen.wrap(`#${name} has no session: ${why}.`, Math.min(76, pen.width)).map((line) => [createSpan(line)]),
  });
}

/** A number or id may be a change's: then its session is asked about, and null is said where it has none. */
async function findSession(io: Io, client: Client, id: string): Promise<string | null> {
  if (!/^#?\d+$|#\d+$/.test(id)) return id;
  try {
    const here = await findProjectHere(io, client, { named: undefined, reference: id });
    return (await client.change({ id, ...here }, READ)).session;
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return id;
    throw error;
  }
}

const formatVerdict = (ok: boolean | null): string => (ok === null ? "neither" : ok ? "fulfilled" : "not_fulfilled");
