// `npm run test:agents [-- FILTER…]`: installs the real coding agents at pinned versions into a cache outside the
// repository, then drives each of them through the suite where nothing but loopback can be reached. What cannot be
// installed is skipped with the reason.
import { spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";
import { installTestPrograms } from "./test-programs.mjs";
import { inherit, installed, projectNode } from "./toolchain.mjs";

await setup();
installTestPrograms();
await inherit(projectNode(), ["test/agents/install.ts"]);

const OFFLINE = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"];
// The sandbox of the agents is made inside of this one, which needs what root may.
const offline = process.getuid?.() === 0 ? [...OFFLINE, "--cap-add", "ALL"] : OFFLINE;
const isOffline = spawnSync("bwrap", [...offline, "--", "true"]).status === 0;
const env = { ...process.env, AO_REAL_AGENTS: isOffline ? "offline" : "with the network" };
const suite = [installed("vitest/vitest.mjs"), "run", "test/agents/real.test.ts", "--reporter=verbose"];
const argv = [projectNode(), ...suite, ...process.argv.slice(2)];
process.exitCode = isOffline
  ? await inherit("bwrap", [...offline, "--", ...argv], env)
  : await inherit(argv[0], argv.slice(1), env);
