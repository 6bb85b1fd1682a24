/** A planted forge: the one of the simulated world, as if it lay at an address. */
import type { Plugin } from "../../../../src/plugins/plugin.ts";
import { key, text } from "../../../../src/lib/setting-keys.ts";
import { isSameSecret } from "../../../../src/lib/same-secret.ts";
import { modestRules } from "../../../../src/plugins/remote/quota/quota-rules.ts";
import { onlyProject } from "../../../contracts/fakes/only-project.ts";
import type { WorldProject } from "../../../world/project.ts";
import { createWorld } from "../../../world/world.ts";

export const hubOver = (project: () => WorldProject): Plugin => ({
  name: "hub",
  title: "The Hub",
  settings: { shelf: key(text, "where its issues stand.") },
  secrets: ["HUB_"],
  quota: modestRules,
  webhook: {
    isGenuine: ({ headers }, secret) => isSameSecret(String(headers["x-hub-token"] ?? ""), secret),
    idOf: () => null,
    wakes: () => ["tracker", "scm"],
    kind: () => "other",
    signed: (_body, secret) => ({ "x-hub-token": secret }),
    about: () => ({}),
    names: () => ({}),
    events: ["all"],
    where: "its settings",
  },
  forge: {
    changes: "bundles",
    hasRepository: (repo) => repo.startsWith("hub:"),
    findOrigin: {
      find: ({ host, path }) => (host === "hub.test" ? { repo: `hub:${path}`, host, variable: "HUB_TOKEN" } : null),
      hasToken: ({ variable }, env) => env[variable] !== undefined,
    },
    agents: { root: "/api/hub/" },
    open: async () => {
      const { tracker, forge, ci } = project();
      return {
        ...{ tracker: tracker.plugin, scm: forge.plugin, checks: ci.plugin, agents: null },
        close: () => Promise.resolve(),
      };
    },
  },
});

export const hub = hubOver(() => onlyProject(createWorld({ seed: 1, quiet: true })));
