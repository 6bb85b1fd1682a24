/** Run in a planted tree: what the product makes of plugins that nothing but their folders and the list know. Prints JSON. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [root = ""] = process.argv.slice(2);
const from = (path: string) => import(pathToFileURL(join(root, "src", path)).href);

const { load } = await from("config/load.ts");
const { resolveProject } = await from("config/resolve/project-settings.ts");
const { listWarnings } = await from("config/warnings/warnings.ts");
const { writeConfigPage } = await from("config/explain/explain.ts");
const { pluginNames, describeUnknownPlugin } = await from("config/warnings/plugin-names.ts");
const { parseOrigin } = await from("config/first-run/origin.ts");
const { isKeptBack } = await from("daemon/project-plugins/sandbox/environment.ts");
const { explainNoRuntime } = await from("daemon/project-plugins/agents/agent-programs.ts");
const { openRemote } = await from("daemon/project-plugins/forges/project-remote.ts");
const { createProjectNotifiers } = await from("daemon/notices/project-notifiers.ts");
const { webhookSources } = await from("daemon/webhooks/source.ts");
const { isForAgents } = await from("daemon/agent-api/interface-paths.ts");
const { findingGroups } = await from("config/doctor/finding.ts");
const { pluginsWith } = await from("plugins/find-plugin.ts");

const text = (keys: string): string => `
notifiers: { ring: { plugin: bell, url: http://127.0.0.1:1/ } }
projects: { app: { repo: "hub:acme/app", runtime: bench, notifiers: [ring]${keys} } }
`;
const read = (keys = "") => load({ file: "agent-orchestrator.yaml", text: text(keys), env: {} });
const loaded = read();
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const settings = resolveProject({ config, home: null, project: "app" });
const slip = read(", tracker: { plugin: hub, shelv: top }");

const ground = { env: {}, redact: (said: string) => said };
const site = { project: { id: "app", settings } };
const remote = await openRemote({ ground, site, current: () => site.project, names: () => ({}) });
const told = createProjectNotifiers(
  {
    ...{ env: {}, dashboard: () => null, push: { channels: () => [] } },
    daemonSettings: () => ({ routing: null, notifiers: config.settings.notifiers }),
  },
  { id: "app", settings },
);

console.log(
  JSON.stringify({
    forge: settings.scm.plugin,
    tracker: settings.tracker.plugin,
    warnings: listWarnings(config).length,
    slip: slip.ok ? null : slip.problems[0]?.sentence,
    reference: /\| `defaults\.tracker\.shelf` \|.*/.exec(writeConfigPage(""))?.[0],
    origin: parseOrigin("https://hub.test/acme/app.git"),
    opened: [remote?.tracker?.name, remote?.changes?.scm.name],
    missing: told.missing,
    channels: told.names(),
    sources: webhookSources.map(({ name }: { readonly name: string }) => name),
    isForAgents: isForAgents("/api/hub/x"),
    keptBack: ["HUB_TOKEN", "BELL_URL", "HUBBUB"].filter(isKeptBack),
    groups: findingGroups.includes("hub"),
    runtimes: pluginNames.runtime,
    opens: pluginsWith("runtime").map(({ plugin }: { readonly plugin: { readonly name: string } }) => plugin.name),
    missingRuntime: explainNoRuntime("bench"),
    misspelled: describeUnknownPlugin("notifier", "bel"),
  }),
);
