import { expect, test } from "vitest";
import { isPluginName, pluginNames } from "../config/plugin-names.ts";
import { PROFILES } from "./agent/acp/profiles.ts";
import { agentNamed, forges, notifiers, runtimes, trackers, workspaces } from "./index.ts";

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

test("the settings know the names of exactly the plugins that are built in", () => {
  expect(sorted(pluginNames.runtime)).toEqual(sorted(Object.keys(runtimes)));
  expect(sorted(pluginNames.workspace)).toEqual(sorted(Object.keys(workspaces)));
  expect(sorted(pluginNames.notifier)).toEqual(sorted(Object.keys(notifiers)));
  expect(sorted(pluginNames.scm)).toEqual(sorted(Object.keys(forges)));
  expect(sorted(pluginNames.tracker)).toEqual(sorted([...Object.keys(forges), ...Object.keys(trackers)]));
});

test("every agent that the settings know can be made, and every one that speaks ACP is known", () => {
  expect(pluginNames.agent.filter((name) => agentNamed(name) === undefined)).toEqual([]);
  expect(PROFILES.filter(({ name }) => !isPluginName("agent", name))).toEqual([]);
  expect(isPluginName("agent", "acp:my-agent --stdio")).toBe(true);
});
