// `npm run screenshots`: writes the pictures of docs/screenshots from a real daemon with scripted agents. Needs Chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { setup } from "./setup.mjs";
import { projectNode, root } from "./toolchain.mjs";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const READY_MS = 60_000;
/** Before anything has begun. */
const FIRST = [{ name: "first-run", path: "/", sign: ".step" }];
const PICTURES = [
  { name: "board", path: "/" },
  { name: "board-dark", path: "/", colorScheme: "dark" },
  { name: "board-phone", path: "/", viewport: PHONE },
  { name: "session", path: "/sessions/shop-rate-limit-the-login-form" },
  { name: "session-phone", path: "/sessions/shop-rate-limit-the-login-form", viewport: PHONE, colorScheme: "dark" },
  { name: "changes", path: "/sessions/shop-show-the-price-with-tax/changes", sign: ".diff-line" },
  {
    name: "changes-split",
    path: "/sessions/shop-show-the-price-with-tax/changes?split=on",
    sign: ".diff-pair",
    colorScheme: "dark",
  },
  {
    name: "changes-phone",
    path: "/sessions/shop-show-the-price-with-tax/changes",
    sign: ".diff-line",
    viewport: PHONE,
  },
  { name: "checks", path: "/sessions/shop-round-the-totals-of-the-cart/checks", colorScheme: "dark", sign: ".check" },
  { name: "timeline", path: "/sessions/shop-round-the-totals-of-the-cart/timeline", sign: ".event" },
  { name: "terminal", path: "/sessions/shop-paginate-the-orders/terminal", sign: ".xterm-rows", colorScheme: "dark" },
  { name: "issues", path: "/issues", sign: ".issue-row" },
  { name: "issues-graph", path: "/issues?view=graph", sign: ".graph-node", colorScheme: "dark" },
  { name: "issue", path: "/issues/1", sign: "h1" },
  { name: "fleet", path: "/fleet?period=day", sign: ".chart" },
  { name: "fleet-dark", path: "/fleet?period=day", sign: ".chart", colorScheme: "dark" },
  { name: "fleet-phone", path: "/fleet?period=day", sign: ".chart", viewport: PHONE },
  { name: "landing", path: "/landing", sign: ".queue-row" },
  { name: "palette", path: "/?find=r", sign: ".palette-row" },
  { name: "projects", path: "/projects", sign: ".tile" },
  { name: "events", path: "/events", sign: ".event" },
  { name: "doctor", path: "/doctor", sign: ".doctor-row" },
  { name: "settings", path: "/settings?q=approvals", sign: ".setting-row", fill: { "policy.approvals": "2" } },
  { name: "settings-phone", path: "/settings", sign: ".setting-row", viewport: PHONE, colorScheme: "dark" },
  { name: "keys", path: "/", keys: "?", sign: ".card", colorScheme: "dark" },
];

const SESSIONS = {
  "Rate-limit the login form": {
    start: [
      { say: "I read the login form and its tests." },
      { write: { "src/limit.js": "export const limit = 5;\n" } },
      { commit: "Begin a limiter" },
      { ask: { question: "Where should the counter live?", choices: ["Redis", "In memory"] } },
    ],
  },
  "Round the totals of the cart": {
    start: [{ write: { "broken.txt": "x\n" } }, { commit: "Round the totals" }],
    "ci-failed": [{ say: "I look at the failing test." }, { wait: "600s" }],
  },
  "Paginate the orders": { start: [{ say: "A page type first." }, { print: { lines: 30 } }, { wait: "600s" }] },
  "Show the price with tax": {
    start: [
      {
        write: {
          "src/tax.js": "// Prices are shown with tax.\nexport const tax = (net, rate = 0.19) => net * (1 + rate);\n",
          "src/cart.js":
            "import { tax } from './tax.js';\n\nexport function total(items) {\n  return items.reduce((sum, item) => sum + tax(item.price), 0);\n}\n",
        },
      },
      { commit: "Show prices with tax" },
    ],
  },
  "Translate the checkout": { start: [{ ask: { question: "Which languages come first?" } }] },
};

/** What has landed by now, for the figures. */
const LANDED = ["Sum the cart", "Sort by price", "Group by shop", "Show the stock", "Link the brand", "Name the sizes"];

const ISSUES = [
  ["Cache the token lookup", "--priority", "1", "--label", "backend"],
  ["Retry failed uploads", "--priority", "2", "--label", "backend"],
  ["Upgrade the parser", "--priority", "4"],
  ["Show how far an upload is", "--priority", "3", "--label", "frontend", "--blocked-by", "2"],
  ["Take up uploads again after a sleep", "--priority", "3", "--blocked-by", "2"],
  ["Upload many files at once", "--priority", "4", "--blocked-by", "5", "--blocked-by", "4"],
];

/** What people would say; what the agent does about it stands in a file of its own. */
const TASKS = {
  "Rate-limit the login form": "Allow five logins a minute and address. Ask when you are not sure where to count.",
  "Round the totals of the cart": "Totals show fractions of a cent. Round them, and keep the tests green.",
  "Paginate the orders": "Fifty orders a page, with a link to the next.",
  "Show the price with tax": "Prices are shown with tax, at the rate of the country.",
  "Translate the checkout": "Translate every text of the checkout.",
};

const CONFIG = `# The shop: small, and careful with its cart.
defaults: { agent: command, runtime: process }

projects:
  shop:
    sandbox: none
    agentConfig: { command: [node, agent.mjs] }
    checks:
      test: node check.mjs
      lint: node --check check.mjs # quick

policy:
  approvals: 1 # two before a release
`;

/** Names of pictures; none: all. */
const only = process.argv.slice(2);

await setup();
const folder = mkdtempSync(join(tmpdir(), "ao-pictures-"));
const [home, repository, scripts] = [join(folder, "home"), join(folder, "shop"), join(folder, "scripts")];
const person = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
const env = {
  ...process.env,
  ...person,
  GIT_COMMITTER_NAME: person.GIT_AUTHOR_NAME,
  GIT_COMMITTER_EMAIL: person.GIT_AUTHOR_EMAIL,
  AO_HOME: home,
  PATH: `${dirname(projectNode())}${delimiter}${process.env.PATH}`,
};
try {
  makeRepository();
  ao("start", "--no-open", "--port", "0");
  await takePictures(FIRST);
  for (const args of ISSUES) ao("issue", "new", ...args);
  for (const title of LANDED) begin(title, [{ write: { [`src/${slug(title)}.js`]: "// Done.\n" } }, { commit: title }]);
  for (const title of LANDED) await land(`shop-${slug(title)}`);
  for (const [title, script] of Object.entries(SESSIONS)) begin(title, script);
  await waitUntilQuiet();
  await takePictures(PICTURES);
} finally {
  ao("stop", "--all");
  ao("stop");
  rmSync(folder, { recursive: true, force: true });
}

function makeRepository() {
  mkdirSync(join(repository, "src"), { recursive: true });
  const write = (path, text) => writeFileSync(join(repository, path), text);
  write(
    "src/cart.js",
    "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  );
  write(
    "check.mjs",
    "import { existsSync } from 'node:fs';\nif (existsSync('broken.txt')) { console.log('not ok 1 - cart: totals are rounded\\n  expected 12.5, received 12.499'); process.exit(1); }\n",
  );
  mkdirSync(scripts);
  write(
    "agent.mjs",
    `import { existsSync } from "node:fs";
const script = ${JSON.stringify(scripts)} + "/" + process.env.AO_SESSION + ".json";
if (existsSync(script)) process.argv.push(script);
await import(${JSON.stringify(pathToFileURL(join(root, "dist/scripted-agent.js")))});
`,
  );
  write("agent-orchestrator.yaml", CONFIG);
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["config", "user.name", person.GIT_AUTHOR_NAME],
    ["config", "user.email", person.GIT_AUTHOR_EMAIL],
    ["add", "."],
    ["commit", "-qm", "Begin"],
  ])
    execFileSync("git", args, { cwd: repository, env });
}

function ao(...args) {
  const stdio = ["ignore", "pipe", "inherit"];
  return execFileSync(projectNode(), [join(root, "dist/cli.js"), ...args], { cwd: repository, env, stdio }).toString();
}

function begin(title, script) {
  writeFileSync(join(scripts, `shop-${slug(title)}.json`), JSON.stringify(script));
  ao("new", title, "--prompt", TASKS[title] ?? `${title}.`);
}

function slug(title) {
  return title.toLowerCase().replaceAll(" ", "-");
}

async function land(session) {
  const status = () => JSON.parse(ao("status", session, "--json"));
  await until(() => status().attention.code === "review-you");
  ao("review", session, "--approve");
  ao("merge", session);
  await until(() => status().change?.state === "landed");
}

/** Each session has come to where its script leads. */
function waitUntilQuiet() {
  return until(() => JSON.parse(ao("list", "--json")).filter(({ phase }) => phase === "working").length <= 2);
}

async function until(isSo) {
  const untilMs = Date.now() + READY_MS;
  while (!isSo() && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 500));
}

async function takePictures(pictures) {
  const out = join(root, "docs/screenshots");
  mkdirSync(out, { recursive: true });
  const { port } = JSON.parse(readFileSync(join(home, "daemon.json"), "utf8"));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  const wanted = pictures.filter(({ name }) => only.length === 0 || only.includes(name));
  for (const { name, path, sign = ".card, [data-why]", viewport = WIDE, colorScheme = "light", ...more } of wanted) {
    const context = await browser.newContext({ viewport, colorScheme, hasTouch: viewport === PHONE });
    const page = await context.newPage();
    await page.goto(JSON.parse(ao("dashboard", "--json")).url);
    await page.goto(`http://127.0.0.1:${port}${path}`);
    await page.locator(sign).first().waitFor();
    for (const [key, value] of Object.entries(more.fill ?? {}))
      await page.locator(`[data-setting="${key}"] .field`).fill(value);
    if (more.keys !== undefined) await page.keyboard.press(more.keys);
    await page.waitForTimeout(900);
    await page.screenshot({ path: join(out, `${name}.png`) });
    await context.close();
    process.stdout.write(`docs/screenshots/${name}.png\n`);
  }
  await browser.close();
}

function findChromium() {
  return execFileSync("which", ["chromium"]).toString().trim();
}
