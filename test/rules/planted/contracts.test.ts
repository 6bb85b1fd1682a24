/** The planted plugins keep the contracts of their slots. */
import { afterAll } from "vitest";
import { describeChecksContract } from "../../contracts/checks.ts";
import { onlyProject } from "../../contracts/fakes/only-project.ts";
import { aForge, aTracker, someChecks } from "../../contracts/fakes/subjects.ts";
import { overHttp } from "../../contracts/notifier/http-subject.ts";
import { describeNotifierContract } from "../../contracts/notifier.ts";
import { describeMachineContract } from "../../contracts/runtime-machine.ts";
import { describeScmContract } from "../../contracts/scm.ts";
import { describeTrackerContract } from "../../contracts/tracker.ts";
import { aFolder, aHost, realTurns } from "../../fixtures/real-turns.ts";
import { createWorld, type World } from "../../world/world.ts";
import { hubOver } from "./hub/plugin.ts";
import { bell } from "./notifier/bell/plugin.ts";
import { benchRuntime } from "./runtime/bench/plugin.ts";

const { notifier } = bell;
if (notifier === undefined) throw new Error("the bell is a notifier");
describeNotifierContract(
  "the planted notifier",
  overHttp(notifier, (url) => ({ url: `${url}/bell` })),
);

const host = aHost();
afterAll(host.dispose);
describeMachineContract("the planted runtime", () => {
  const home = aFolder();
  const makePlugin = () => benchRuntime({ home, host: host.client, graceMs: 300 });
  return realTurns({ home, host, kind: "process", stdio: "frames", makePlugin });
});

/** As the daemon opens it. */
async function opened() {
  const world: World = createWorld({ seed: 1, quiet: true });
  const { forge } = hubOver(() => onlyProject(world));
  if (forge === undefined) throw new Error("the hub is a forge");
  const block = { settings: {}, bots: [], moves: {} };
  const open = await forge.open({
    ...{ project: "app", repo: "hub:acme/app", tracker: block, scm: block, bots: [], env: {} },
    clock: { wallMs: () => 0, after: () => () => undefined },
    redact: (text) => text,
    connect: () => {
      throw new Error("the hub asks nobody over the network");
    },
  });
  return { world, open };
}

describeScmContract("the planted forge", async () => {
  const { world, open } = await opened();
  return { ...aForge(world), plugin: open.scm, afterDaemonDeath: async () => open.scm };
});
describeTrackerContract("the planted forge", async () => {
  const { world, open } = await opened();
  const { tracker } = open;
  if (tracker === null) throw new Error("the hub brings its issues along");
  return { ...aTracker(world), plugin: tracker, afterDaemonDeath: async () => tracker };
});
describeChecksContract("the planted forge", async () => {
  const { world, open } = await opened();
  return { ...someChecks(world), plugin: open.checks, afterDaemonDeath: async () => open.checks };
});
