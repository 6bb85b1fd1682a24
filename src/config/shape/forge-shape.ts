/** Where issues and changes live: a plugin by its name, with what all trackers and forges have in common. */
import * as z from "zod";
import type { IssueProgress } from "../../domain/issue/issue.ts";
import { flag, key, someTexts, text, texts } from "../../lib/setting-keys.ts";
import { builtIn } from "../../plugins/index.ts";
import { listPluginKeys } from "../plugin-keys.ts";
import { pluginName, type PluginChoice } from "./value-shapes.ts";

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
} as const satisfies Record<keyof Moves, IssueProgress>;

/** Absent: as the tracker does it by default. */
export type ChosenMoves = Readonly<Partial<Record<IssueProgress, boolean | string>>>;

export type ForgeChoice = PluginChoice & {
  readonly webhook: WebhookSecrets | null;
  /** Bots whose words count; others are not obeyed until a person approves. */
  readonly bots: readonly string[];
  readonly moves: ChosenMoves;
};

export const noForgeSettings = { settings: {}, webhook: null, bots: [], moves: {} } as const;

/** What all trackers and forges have in common. */
const common = z.looseObject({
  plugin: pluginName.meta({ description: "The plugin's name." }),
  token: key(text, "Its credential. Left out: the plugin's own environment variable."),
  url: key(text, "Where it is, unless it is the provider's own site."),
  webhook: key(webhook, "What signed deliveries are checked with; without it they are refused. See \`ao webhook\`."),
  bots: key(texts, "Bots whose comments may steer agents; comments of other bots are ignored.", []),
  moves: key(moves, "What the tracker is shown of the work on an issue."),
  labels: key(someTexts, "Only issues that have all of these labels."),
  assignee: key(text, "Only issues of that person, by the name of the account there."),
});

const block = common.extend(listPluginKeys(builtIn.filter(({ forge, tracker }) => (forge ?? tracker) !== undefined)));

/** What plugins of ours understand; `team` is another name of `teamId`. */
export const forgeKeys: readonly string[] = [...Object.keys(block.shape), "team"];

export const forge = z.union([pluginName, block]).transform((chosen): ForgeChoice => {
  if (typeof chosen === "string") return { plugin: chosen, ...noForgeSettings };
  const { plugin, webhook: secrets = null, bots = [], moves: shown = {}, ...settings } = common.parse(chosen);
  return { plugin, settings, webhook: secrets, bots, moves: chooseMoves(shown) };
});

function chooseMoves(shown: Moves): ChosenMoves {
  const pairs = Object.entries(MOMENTS).flatMap(([name, moment]) => {
    const chosen = Object.entries(shown).find(([key]) => key === name)?.[1];
    return chosen === undefined ? [] : [[moment, chosen] as const];
  });
  return Object.fromEntries(pairs);
}
