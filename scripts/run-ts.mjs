// Runs a TypeScript file of this repository on the product's Node, which strips the types itself.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { inherit, projectNode, root } from "./toolchain.mjs";

const [file, ...args] = process.argv.slice(2);

if (file === undefined || !existsSync(join(root, file))) {
  process.stderr.write(`run-ts: there is no ${file ?? "file named"} in this repository\n`);
  process.exitCode = 2;
} else {
  await setup();
  process.exitCode = await inherit(projectNode(), [join(root, file), ...args]);
}
