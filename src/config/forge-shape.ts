/** Where issues and changes live: a plugin by its name, with what all trackers and forges have in common. */
import * as z from "zod";
import type { IssueMoment } from "../domain/issue.ts";
import { flag, key, pluginName, text, texts, type PluginChoice } from "./value-shapes.ts";

const webhook = z.strictObject({
  secret: text.meta({ description: "What the sender signs with, or sends as its token." }),
  previousSecret: key(text, "Also accepted, while the sender still has the old one."),
});

export type WebhookSecrets = z.output<typeof webhook>;

const move = (when: string, byDefault: boolean) =>
  key(z.union([flag, text]), `${when} \`false\`: not shown. A text: the state or label to use.`, byDefault);

const moves = z.strictObject({
  started: move("A session began.", true),
  changeOpened: move("Its change was opened.", true),
  escalated: move("A person is needed.", true),
  stopped: move("The session ended without landing.", true),
  landed: move("The change landed; the issue is closed.", true),
});

type Moves = z.output<typeof moves>;

const MOMENTS = {
  started: "started",
  changeOpened: "change_opened",
  escalated: "escalated",
  stopped: "stopped",
  landed: "landed",
} as const satisfies Record<keyof Moves, IssueMoment>;

/** Absent: as the tracker does it by default. */
export type ChosenMoves = Readonly<Partial<Record<IssueMoment, boolean | string>>>;

export type ForgeChoice = PluginChoice & {
  readonly webhook: WebhookSecrets | null;
  /** Bots whose words count; others are not obeyed until a person approves. */
  readonly bots: readonly string[];
  readonly moves: ChosenMoves;
};

export const noForgeSettings = { settings: {}, webhook: null, bots: [], moves: {} } as const;

/** One text stands for a list of one. */
const someTexts = z.union([text, texts]).transform((written) => (typeof written === "string" ? [written] : written));

const app = z.strictObject({
  id: z.union([z.int(), text]).meta({ description: "Of the App." }),
  installation: z.union([z.int(), text]).meta({ description: "Of the App in the organization or account." }),
  keyFile: text.meta({ description: "Its private key, a PEM file." }),
});

const block = z.looseObject({
  plugin: pluginName.meta({ description: "The plugin's name." }),
  token: key(text, "Its credential. Left out: the plugin's own environment variable."),
  url: key(text, "Where it is, unless it is the provider's own site."),
  webhook: key(webhook, "What signed deliveries are checked with; without it they are refused. See \`ao webhook\`."),
  bots: key(texts, "Names of bots whose words steer agents; words of others do not.", []),
  moves: key(moves, "What the tracker is shown of the work on an issue."),
  labels: key(someTexts, "Only issues that have all of these labels."),
  assignee: key(text, "Only issues of that person, by the name of the account there."),
  pollSeconds: key(
    z.number().positive().max(3_600),
    "GitHub and GitLab: how old what is known may be without webhooks. Default: 60.",
  ),
  draft: key(
    flag,
    "GitHub and GitLab: changes are opened as drafts, which wait for a person to call them ready.",
    false,
  ),
  junit: key(
    z.record(text, text),
    "GitHub: artifacts with JUnit XML by the check they belong to, `*` standing for anything: `{ test: junit-* }`. Their failing tests are told in place of the log.",
  ),
  agentApi: key(
    z.enum(["off", "read"]),
    "GitHub and GitLab: `read` lets agents read their own repository through the daemon. See docs/reference/agent-api.md.",
    "off",
  ),
  app: key(app, "GitHub: an App in place of a token. See docs/reference/github.md."),
  project: key(text, "GitLab: `group/name`, where it is not `repo`."),
  teamId: key(text, "Linear: the team's key or id."),
  states: key(someTexts, "Linear: only issues in one of these states."),
  projectKey: key(text, "Jira: the project's key."),
  email: key(text, "Jira Cloud: whose token it is. Left out: `JIRA_EMAIL`."),
  cloud: key(flag, "Jira: it is Jira Cloud, though its address does not say so."),
  query: key(
    text,
    "GitHub: further words of its search that must find an issue. Jira: further JQL that issues must meet.",
  ),
  issueType: key(text, "Jira: the type of issues that are written here. Default: Task."),
});

/** What plugins of ours understand; `team` is another name of `teamId`. */
export const forgeKeys: readonly string[] = [...Object.keys(block.shape), "team"];

export const forge = z.union([pluginName, block]).transform((chosen): ForgeChoice => {
  if (typeof chosen === "string") return { plugin: chosen, ...noForgeSettings };
  const { plugin, webhook: secrets = null, bots = [], moves: shown = {}, ...settings } = chosen;
  return { plugin, settings, webhook: secrets, bots, moves: momentsOf(shown) };
});

function momentsOf(shown: Moves): ChosenMoves {
  const pairs = Object.entries(MOMENTS).flatMap(([name, moment]) => {
    const chosen = Object.entries(shown).find(([key]) => key === name)?.[1];
    return chosen === undefined ? [] : [[moment, chosen] as const];
  });
  return Object.fromEntries(pairs);
}
