// `npm run test:agents [-- FILTER…]`: installs the real coding agents at pinned versions into a cache outside the
// repository, then drives each of them, offline, through the suite. What cannot be installed is skipped with the reason.
import { setup } from "./setup.mjs";
import { installTestPrograms } from "./test-programs.mjs";
import { inherit, installed, projectNode } from "./toolchain.mjs";

await setup();
installTestPrograms();
const run = (args, env = process.env) => inherit(projectNode(), args, env);
await run(["test/agents/install.ts"]);
const env = { ...process.env, AO_REAL_AGENTS: "1" };
const args = ["run", "test/agents/real.test.ts", "--reporter=verbose", ...process.argv.slice(2)];
process.exitCode = await run([installed("vitest/vitest.mjs"), ...args], env);
