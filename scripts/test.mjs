// `npm test [-- FILTER…]`: sets the clone up, then runs vitest on the Node that the product runs on.
import { setup } from "./setup.mjs";
import { installTestPrograms } from "./test-programs.mjs";
import { inherit, installed, projectNode } from "./toolchain.mjs";

const [mode, ...filters] = process.argv.slice(2);
const env = mode === "--all" ? { ...process.env, AO_TEST_LONG: "1" } : process.env;
const args = mode === "--all" ? filters : process.argv.slice(2);

await setup();
installTestPrograms();
process.exitCode = await inherit(projectNode(), [installed("vitest/vitest.mjs"), "run", ...args], env);
