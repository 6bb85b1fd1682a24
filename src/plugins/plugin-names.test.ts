import { expect, test } from "vitest";
import { ownForge } from "../config/own-forge.ts";
import { defaultPlugins, isPluginName, pluginNames } from "../config/warnings/plugin-names.ts";
import { findPlugin, pluginsWith } from "./find-plugin.ts";
import { builtIn } from "./index.ts";

const SLOTS = ["tracker", "agent", "runtime", "workspace", "notifier", "hook", "forge"] as const;

test("no two plugins of a slot have the same name", () => {
  for (const slot of SLOTS) {
    const names = pluginsWith(slot).map(({ plugin }) => plugin.name);
    expect(names).toEqual([...new Set(names)]);
  }
});

test("one plugin is the forge of this machine, by the name that the settings know", () => {
  expect(pluginsWith("ownForge").map(({ plugin }) => plugin.name)).toEqual([ownForge]);
});

test("what nobody names is the first of its slot", () => {
  expect(defaultPlugins).toEqual({ agent: "claude-code", workspace: "clone", notifier: "desktop" });
});

test("every agent that the settings know can be made, and any command that speaks ACP", () => {
  expect(pluginNames.agent.filter((name) => findPlugin("agent", name) === undefined)).toEqual([]);
  expect(isPluginName("agent", "acp:my-agent --stdio")).toBe(true);
  expect(["acp", "acp:", "acp: "].filter((name) => isPluginName("agent", name))).toEqual([]);
});

test("a plugin that sends deliveries or asks over the network keeps its credentials from agents", () => {
  const open = builtIn.filter(
    ({ webhook, quota, secrets = [] }) => (webhook ?? quota) !== undefined && secrets.length === 0,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});
