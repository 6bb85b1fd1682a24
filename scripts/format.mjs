// `npm run format`: rewrites every file in the one style.
import { setup } from "./setup.mjs";
import { inherit, installed, prettierCache, projectNode } from "./toolchain.mjs";

await setup();
const args = [installed("prettier/bin/prettier.cjs"), "--write", "--log-level", "warn", ...prettierCache, "."];
process.exitCode = await inherit(projectNode(), args);
