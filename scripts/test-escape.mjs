// `npm run test:escape [-- FILTER…]`: every attempt to get out of the sandbox, as root and as a plain user, with the sandbox
// and without. As root in a network of its own, which has nothing but loopback and the address of a cloud's metadata service.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { installTestPrograms } from "./test-programs.mjs";
import { inherit, installed, projectNode } from "./toolchain.mjs";

const NETWORK = 'ip link set lo up && ip address add 169.254.169.254/32 dev lo && exec "$@"';

await setup();
installTestPrograms();
const isAlone = process.platform === "linux" && process.getuid() === 0;
const folder = mkdtempSync(join(tmpdir(), "ao-escape-"));
const summary = join(folder, "summary.jsonl");
const env = {
  ...{ ...process.env, AO_TEST_ESCAPE: "1", AO_ESCAPE_SUMMARY: summary },
  ...(isAlone ? { AO_TEST_OWN_NETWORK: "1" } : {}),
};
const vitest = [
  projectNode(),
  installed("vitest/vitest.mjs"),
  "run",
  "test/escape",
  "test/canary",
  ...process.argv.slice(2),
];
const [program, ...args] = isAlone ? ["unshare", "--net", "sh", "-c", NETWORK, "sh", ...vitest] : vitest;
try {
  process.exitCode = await inherit(program, args, env);
  if (existsSync(summary)) process.stdout.write(describeRun(readFileSync(summary, "utf8")));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function describeRun(text) {
  const ways = text.trimEnd().split("\n").map(JSON.parse);
  const most = (key) => Math.max(...ways.map((way) => way[key]));
  const lines = ways.map(({ user, hasWalls, places, made, possible, reached }) => {
    const where = `${user}, ${hasWalls ? "sandbox on" : "sandbox off"} (${places.join(", ")})`;
    const tried = hasWalls || made === possible ? `${made} made` : `${possible} made that need no root`;
    return `  ${where}: ${tried}, ${reached} reached\n`;
  });
  return `escape: ${most("attempts")} attempts in ${most("classes")} classes\n${lines.join("")}`;
}
