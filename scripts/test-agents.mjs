// `npm run test:agents [-- FILTER…]`: installs the real coding agents at pinned versions into a cache outside the
// repository, then drives each of them through the suite where nothing but loopback can be reached, some of them side by
// side. What cannot be installed is skipped with the reason.
import { spawn, spawnSync } from "node:child_process";
import { setup } from "./setup.mjs";
import { installTestPrograms } from "./test-programs.mjs";
import { installed, projectNode, root } from "./toolchain.mjs";

const AT_ONCE = Number(process.env.AO_TEST_AGENTS_AT_ONCE ?? 2);

await setup();
installTestPrograms();
const [driver, ...driverArgs] = withoutNetwork(projectNode());
const waiting = installAgents();
const codes = [];
await Promise.all(Array.from({ length: AT_ONCE }, driveNext));
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;

/** Their names; each is driven by itself. */
function installAgents() {
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  return spawnSync(projectNode(), ["test/agents/install.ts"], options).stdout.trim().split("\n");
}

async function driveNext() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) codes.push(await drive(name));
}

/** What was said of one agent is shown when it is over, in one piece. */
function drive(name) {
  const suite = [installed("vitest/vitest.mjs"), "run", "test/agents/real.test.ts", "--reporter=verbose"];
  const env = {
    ...process.env,
    AO_TEST_AGENTS: name,
    AO_REAL_AGENTS: driverArgs.length > 0 ? "offline" : "with network",
  };
  const child = spawn(driver, [...driverArgs, ...suite, ...process.argv.slice(2)], { cwd: root, env });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => said.push(bytes));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      process.stdout.write(`${name}: ${code === 0 ? "passed" : "FAILED"}\n`);
      resolve(code ?? 1);
    });
  });
}

/** The program, or what runs it where only loopback is. */
function withoutNetwork(program) {
  const offline = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"];
  // The sandbox of the agents is made inside of this one, which needs what root may.
  if (process.getuid?.() === 0) offline.push("--cap-add", "ALL");
  const isOffline = spawnSync("bwrap", [...offline, "--", "true"]).status === 0;
  return isOffline ? ["bwrap", ...offline, "--", program] : [program];
}
