/** Every key of `agent-orchestrator.yaml`. The reference, the JSON Schema and the reader all come from here. */
import * as z from "zod";
import { priorities, type Priority } from "../../domain/model/rules.ts";
import { builtInDigestLevels, builtInParallelAgents, builtInPort } from "../resolve/built-in.ts";
import { network } from "./network-shape.ts";
import { policy } from "./policy-shape.ts";
import { agentConfig, autonomy, AUTONOMY_MEANING, defaults, hooks, limits, projects } from "./project-shape.ts";
import { reactionHandlers, reactions } from "./reaction-shapes.ts";
import { flag, key, text, texts } from "../../lib/setting-keys.ts";
import { bytes, durationMs, freezeWindows, plugin, pluginName, type PluginChoice } from "./value-shapes.ts";

const filters = z.strictObject({
  labels: key(texts, "Issues with one of these labels."),
  excludeLabels: key(texts, "Never an issue with one of these labels."),
});

const SKILLS_MEANING = "What it is good at; matched with the labels of issues.";
const FILTERS_MEANING = "Which issues it takes.";

const specialist = z
  .strictObject({
    id: text.meta({ description: "Its name." }),
    tool: key(plugin, "Its coding agent. Default: that of the project."),
    runtime: key(plugin, "Where it runs. Default: that of the project."),
    network: key(network, "What it may reach, in place of the project's `network`."),
    skills: key(texts, SKILLS_MEANING, []),
    filters: key(filters, FILTERS_MEANING),
    config: key(
      z.looseObject({
        skills: key(texts, `${SKILLS_MEANING} May stand here or beside.`),
        filters: key(filters, `${FILTERS_MEANING} May stand here or beside.`),
        ...agentConfig.shape,
      }),
      "Settings of its agent, laid over the project's `agentConfig` where the tool is the same.",
    ),
    max: key(z.int().min(1).max(1_000), "How many of this specialist at once. Default: no separate limit."),
    limits: key(limits, "As `limits` of the project, for this specialist."),
  })
  .transform(({ config = {}, skills, filters: beside, ...own }) => {
    const { skills: inConfig, filters: filtersInConfig, ...settings } = config;
    const chosen = beside ?? filtersInConfig;
    return {
      ...own,
      skills: skills ?? inConfig ?? [],
      labels: chosen?.labels ?? [],
      excludeLabels: chosen?.excludeLabels ?? [],
      settings,
    };
  });

export type SpecialistSettings = z.output<typeof specialist>;

const orchestrator = z.strictObject({
  maxParallelAgents: key(
    z.int().min(1).max(1_000),
    "Open turns of the whole daemon at once; a project may set its own.",
    builtInParallelAgents,
  ),
  maxParallelChecks: key(
    z.int().min(1).max(1_000),
    "Checks of the whole daemon at once. Default: half as many as there are cores; one at a time while memory is short. A check known to take under 5 s does not count.",
  ),
  autoAssign: key(
    flag,
    "Watch the tracker and start sessions by itself. Default: on for the local forge and for a tracker with `labels` or an `assignee`, else off.",
  ),
  agent: key(plugin, "The orchestrator agent, asked before a person. Not available yet: a person is asked directly."),
  module: key(text, "A module with an orchestrator of your own. Not available yet."),
  reactionHandlers: key(reactionHandlers, "Short form of some reactions. May stand here or at the top."),
});

/** A notifier named like its plugin need not say so twice. */
const notifiers = z
  .record(
    text,
    z.union([
      pluginName,
      z.looseObject({ plugin: key(pluginName, "The plugin's name. Default: the notifier's own.") }),
    ]),
  )
  .transform((written): Readonly<Record<string, PluginChoice>> => {
    const chosen = Object.entries(written).map(([name, value]): [string, PluginChoice] => {
      if (typeof value === "string") return [name, { plugin: value, settings: {} }];
      const { plugin: named, ...settings } = value;
      return [name, { plugin: named ?? name, settings }];
    });
    return Object.fromEntries(chosen);
  });

const defineRoute = (priority: Priority) => key(texts, `Notifiers for priority \`${priority}\`.`);

const notificationRouting = z.strictObject({
  urgent: defineRoute("urgent"),
  action: defineRoute("action"),
  warning: defineRoute("warning"),
  info: defineRoute("info"),
});

const notices = z.strictObject({
  quietHours: key(
    z.array(freezeWindows),
    'Quiet hours, when only urgent notifications are sent: `["22:00-07:00", "Sat 00:00-Mon 07:00"]`. The rest is sent together afterwards, if still relevant.',
    [],
  ),
  digestEvery: key(
    durationMs,
    "How often priorities in `digestOf` are sent, as one notification. Default: each at once.",
  ),
  digestOf: key(
    z.array(z.enum(priorities)),
    "Priorities that are combined into a digest; never `urgent`.",
    builtInDigestLevels,
  ),
});

const server = z
  .strictObject({
    host: key(text, "The address to listen on.", "127.0.0.1"),
    allowedHosts: key(texts, "Names by which browsers may reach it. Needed to listen on all addresses.", []),
  })
  .refine(
    ({ host, allowedHosts }) => !["0.0.0.0", "::", "[::]"].includes(host ?? "") || (allowedHosts ?? []).length > 0,
    {
      message: "listening on all addresses needs `allowedHosts`",
      path: ["host"],
    },
  );

const HOME_MIN_BYTES = 1_000_000_000;

const disk = z.strictObject({
  keepFree: key(
    bytes,
    "Free space below which unused caches, old output and trash are removed, the oldest first. Default: 2GB, on a small disk a twentieth of it.",
  ),
  home: key(
    bytes.refine((amount) => amount >= HOME_MIN_BYTES, "no fleet works in less than 1GB"),
    "What the home may take, with all workspaces; beyond it the same is removed, and no session starts until it fits. Left out: as much as the disk has.",
  ),
});

const installedPlugin = z
  .union([
    text,
    z
      .strictObject({
        package: key(text, "An npm package."),
        path: key(text, "A local file, relative to the configuration."),
        config: key(z.looseObject({}), "Handed to the plugin."),
      })
      .refine(
        (one) => (one.package === undefined) !== (one.path === undefined),
        "a plugin has either a `package` or a `path`",
      ),
  ])
  .transform((written) => {
    if (typeof written !== "string")
      return { package: written.package ?? null, path: written.path ?? null, config: written.config ?? {} };
    const isPath = /^(\.{1,2}|~)?[/\\]/.test(written);
    return { package: isPath ? null : written, path: isPath ? written : null, config: {} };
  });

export const shape = z.strictObject({
  $schema: key(text, "The JSON Schema of this file, for editors."),
  port: key(z.int().min(0).max(65_535), "Where the daemon listens; 0 takes any free port.", builtInPort),
  autonomy: key(autonomy, `${AUTONOMY_MEANING} The same as \`defaults.autonomy\`.`),
  defaults: key(defaults, "What holds for every project that does not say otherwise."),
  agents: key(z.array(specialist), "A fleet of specialists; issues are matched by label and skill.", []),
  reactionHandlers: key(reactionHandlers, "Short form of some reactions; the same rule in both forms is an error."),
  orchestrator: key(orchestrator, "How much runs at once, and who is asked first."),
  reactions: key(reactions, "What happened, what to do, how often, then whom to ask."),
  policy: key(policy, "When a change may land, and what may be spent."),
  notifiers: key(notifiers, "Notifiers by name, with the settings of their plugins."),
  notificationRouting: key(
    notificationRouting,
    "Which priorities go to which notifiers. Default: everything but `info` goes to `defaults.notifiers`.",
  ),
  notices: key(notices, "When notifications are sent."),
  hooks: key(hooks, "Programs and modules of yours that run at certain moments."),
  server: key(server, "Listening elsewhere than on this machine."),
  power: key(
    z.strictObject({ preventIdleSleep: key(flag, "Keep the machine awake while an agent works.", true) }),
    "What the machine does while agents work.",
  ),
  disk: key(disk, "What is kept free, and what everything of `ao` may take. See docs/reference/runtimes.md."),
  plugins: key(
    z.array(installedPlugin),
    "Plugins to load: npm packages and local files. Not available yet: none is loaded.",
    [],
  ),
  projects: key(projects, "The projects, by name. Each also takes every key of `defaults`."),
});

export type Settings = z.output<typeof shape>;
