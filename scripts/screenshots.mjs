// `npm run screenshots [-- NAME…]`: writes the pictures of docs/screenshots, each page light, dark and narrow, from a real
// daemon whose agents follow scripts. Needs Chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { first, looks, pages } from "./screenshots/pictures.mjs";
import * as scene from "./screenshots/scene.mjs";
import { shrink } from "./screenshots/shrink.mjs";
import { setup } from "./setup.mjs";
import { projectNode, root } from "./toolchain.mjs";

const READY_MS = 90_000;
const STILL_MS = 600;
const OUT = join(root, "docs/screenshots");

/** Names of pages or of pictures; none: all. */
const only = process.argv.slice(2);

await setup();
const folder = mkdtempSync(join(tmpdir(), "ao-pictures-"));
const [home, repository, scripts] = [join(folder, "home"), join(folder, "shop"), join(folder, "scripts")];
const { name, email } = scene.PERSON;
const env = {
  ...process.env,
  ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
  AO_HOME: home,
  // Agents that follow a script cost nothing, and a busy machine is nobody's business here.
  AO_LOAD_PER_CORE: "1000",
  PATH: `${dirname(projectNode())}${delimiter}${process.env.PATH}`,
};
try {
  makeRepository();
  ao("start", "--no-open", "--port", "0");
  await takePictures(first);
  await tellStory();
  const numbers = writeIssues();
  await takePictures(pages((title) => numbers.get(title)));
} finally {
  // Else the next issues of the backlog would begin as soon as there is room.
  ao("pause", "--project", "shop");
  ao("stop", "--all");
  ao("stop");
  rmSync(folder, { recursive: true, force: true });
}

function makeRepository() {
  mkdirSync(scripts);
  const agent = pathToFileURL(join(root, "scripts/screenshots/agent.mjs")).href;
  for (const [path, text] of Object.entries(scene.repositoryFiles({ agent, scripts }))) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["config", "user.name", name],
    ["config", "user.email", email],
    ["add", "."],
    ["commit", "-qm", "Begin"],
  ])
    execFileSync("git", args, { cwd: repository, env });
}

/** Each session comes to where its script leads, before the next one takes its place. */
async function tellStory() {
  // It began before the others landed, so that what is to land of it is another tree, and is checked again.
  for (const session of [scene.sortReviews, ...scene.landed]) begin(session);
  for (const session of scene.landed) await land(session);
  for (const session of [scene.priceWithTax, scene.rateLimit]) begin(session);
  await isReviewed(scene.priceWithTax);
  await isReviewed(scene.rateLimit);
  ao("send", scene.sessionOf(scene.rateLimit), "Use the cache if there is one.");
  await comesTo(scene.rateLimit, ({ code }) => code === "asks");
  begin(scene.roundTotals);
  await comesTo(scene.roundTotals, ({ column, why }) => column === "working" && why.startsWith("Fixing"));
  await isReviewed(scene.sortReviews);
  slowDown(scene.slowPaths.landing);
  approve(scene.sortReviews);
  await comesTo(scene.sortReviews, ({ column }) => column === "landing");
  slowDown(scene.slowPaths.checking);
  begin(scene.importPrices);
  await comesTo(scene.importPrices, ({ column }) => column === "checking");
  for (const session of [scene.paginate, scene.translate]) begin(session);
  await comesTo(scene.paginate, ({ column }) => column === "working");
  await comesTo(scene.translate, ({ code }) => code === "asks");
}

function begin({ title, prompt = `${title}.`, turns, usd }) {
  writeFileSync(join(scripts, `${scene.sessionOf({ title })}.json`), JSON.stringify({ turns, usd }));
  ao("new", title, "--prompt", prompt);
}

async function land(session) {
  await isReviewed(session);
  approve(session);
  await comesTo(session, (_, { change }) => change?.state === "landed");
}

function approve(session) {
  ao("review", scene.sessionOf(session), "--approve");
  ao("merge", scene.sessionOf(session), "--no-wait");
}

function isReviewed(session) {
  return comesTo(session, ({ code }) => code === "review-you");
}

async function comesTo(session, isThere) {
  const id = scene.sessionOf(session);
  for (const untilMs = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
    const status = JSON.parse(ao("status", id, "--json"));
    if (isThere(status.attention, status)) return;
    if (Date.now() > untilMs) throw new Error(`${id} did not come to where it is wanted: ${status.attention.why}`);
  }
}

/** Checks of what has one of these paths take until the pictures are taken. */
function slowDown(path) {
  writeFileSync(join(scripts, "slow"), `${path}\n`, { flag: "a" });
}

/** The number of each, by its title. */
function writeIssues() {
  const numbers = new Map();
  for (const { title, body = "", options, after = [] } of scene.issues) {
    const waits = after.flatMap((other) => ["--blocked-by", numbers.get(other)]);
    const id = ao("issue", "new", title, "--body", body, ...options, ...waits).trim();
    numbers.set(title, id.slice(id.indexOf("#") + 1));
  }
  return numbers;
}

function ao(...args) {
  const stdio = ["ignore", "pipe", "inherit"];
  return execFileSync(projectNode(), [join(root, "dist/cli.js"), ...args], { cwd: repository, env, stdio }).toString();
}

async function takePictures(all) {
  mkdirSync(OUT, { recursive: true });
  const executablePath = execFileSync("which", ["chromium"]).toString().trim();
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const { suffix, settings, isNarrow = false } of looks) {
      const isWanted = (page) => only.length === 0 || only.includes(page.name) || only.includes(page.name + suffix);
      const wanted = all.filter((page) => isWanted(page) && !(isNarrow && page.isWide));
      if (wanted.length > 0) await takeLook(await browser.newContext(settings), wanted, suffix);
    }
  } finally {
    await browser.close();
  }
}

async function takeLook(context, wanted, suffix) {
  const page = await context.newPage();
  await page.goto(JSON.parse(ao("dashboard", "--json")).url);
  await page.locator("[data-connection=live]").first().waitFor();
  const { port } = JSON.parse(readFileSync(join(home, "daemon.json"), "utf8"));
  for (const { name: picture, path, sign, fill = {}, keys } of wanted) {
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.locator(sign).first().waitFor();
    for (const [key, value] of Object.entries(fill)) await page.locator(`[data-setting="${key}"] .field`).fill(value);
    if (keys !== undefined) await page.keyboard.press(keys);
    await page.waitForTimeout(STILL_MS);
    writeFileSync(join(OUT, `${picture}${suffix}.png`), shrink(await page.screenshot()));
    process.stdout.write(`docs/screenshots/${picture}${suffix}.png\n`);
  }
  await context.close();
}
