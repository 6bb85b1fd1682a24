// `npm run format`: rewrites every file in the one style.
import { setup } from "./setup.mjs";
import { inherit, installed, projectNode } from "./toolchain.mjs";

await setup();
const args = [installed("prettier/bin/prettier.cjs"), "--write", "--log-level", "warn", "."];
process.exitCode = await inherit(projectNode(), args);
