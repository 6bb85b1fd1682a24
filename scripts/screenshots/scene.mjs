// What the pictures show: a shop, what its people asked for, and what each agent does about it. See agent.mjs for the steps.

export const PERSON = { name: "Ada", email: "ada@example.com" };

/** Before anything of it has begun; each lands, for the figures. */
export const LANDED = {
  "Sum the cart": 0.42,
  "Sort by price": 0.31,
  "Group by shop": 0.77,
  "Show the stock": 0.28,
  "Link the brand": 0.19,
  "Name the sizes": 0.64,
};

const done = (title, path, text, usd) => ({
  title,
  usd,
  turns: [[{ say: `I begin with ${path}.` }, { write: { path, text } }, { commit: title }]],
});

export const landed = Object.entries(LANDED).map(([title, usd]) =>
  done(title, `src/${slug(title)}.js`, `// ${title}.\nexport const done = true;\n`, usd),
);

export const priceWithTax = {
  title: "Show the price with tax",
  prompt: "Prices are shown with tax, at the rate of the country.",
  usd: 0.58,
  turns: [
    [
      { say: "Prices are summed in one place. I add the tax there, and a function for the rate." },
      {
        write: {
          path: "src/tax.js",
          text: "/** Of the country in which the order is placed. */\nconst RATES = { de: 0.19, fr: 0.2, at: 0.2 };\n\nexport const tax = (net, country) => net * (1 + (RATES[country] ?? 0));\n",
        },
      },
      {
        write: {
          path: "src/cart.js",
          text: "import { tax } from './tax.js';\n\n/** What the customer pays, in the currency of the shop. */\nexport function total(items, country) {\n  return items.reduce((sum, item) => sum + tax(item.price * item.count, country), 0);\n}\n\nexport const isEmpty = (items) => items.length === 0;\n",
        },
      },
      { run: { command: "npm test", prints: "# tests 214\n# pass 214\n# fail 0" } },
      { commit: "Show prices with tax" },
      { say: "Prices are shown with tax; 214 tests pass." },
    ],
  ],
};

export const rateLimit = {
  title: "Rate-limit the login form",
  prompt: "Allow five logins a minute and address. Ask when you are not sure where to count.",
  usd: 0.82,
  turns: [
    [
      { say: "I read the login form and its tests, and begin with the limiter itself." },
      { write: { path: "src/limit.js", text: "export const LIMIT = 5;\nexport const WINDOW_MS = 60_000;\n" } },
      { commit: "Begin a limiter" },
    ],
    [
      { think: "There is no cache in this repository. A map in memory forgets on a restart and counts per process." },
      { say: "There is no cache yet, so the counter needs a home. Two servers answer logins today." },
      { read: "src/cart.js" },
      {
        plan: [
          ["completed", "Read the login form and its tests"],
          ["completed", "Write the limiter"],
          ["in_progress", "Decide where the counter lives"],
          ["pending", "Refuse the sixth login of a minute"],
        ],
      },
      {
        run: {
          command: "npm test -- login",
          prints: "not ok 1 - login: refuses the sixth attempt\n  expected 429, received 200",
          fails: true,
        },
      },
      { ask: { question: "Where should the counter live?", choices: ["Redis", "In memory"] } },
    ],
  ],
};

export const roundTotals = {
  title: "Round the totals of the cart",
  prompt: "Totals show fractions of a cent. Round them, and keep the tests green.",
  usd: 0.37,
  turns: [
    [
      { say: "Totals are made in one function; I round its result." },
      { write: { path: "src/round.js", text: "export const round = (amount) => Math.floor(amount * 100) / 100;\n" } },
      { commit: "Round the totals" },
    ],
    [
      { say: "The test rounds half up, my function rounds down. I mend that." },
      { read: "src/round.js" },
      { wait: true },
    ],
  ],
};

export const paginate = {
  title: "Paginate the orders",
  prompt: "Fifty orders a page, with a link to the next.",
  usd: 0,
  turns: [
    [
      { say: "A type for a page first, then the query, then the link." },
      { plan: [["completed", "A type for a page"], ...[["in_progress", "The query"]], ["pending", "The link"]] },
      { write: { path: "src/page.js", text: "export const PAGE = 50;\n" } },
      { run: { command: "node --test", prints: "# tests 214\n# pass 214\n# fail 0\n# duration_ms 1843" } },
      { say: "Now the query: it reads one order more than a page has, to know whether there is a next." },
      { wait: true },
    ],
  ],
};

export const translate = {
  title: "Translate the checkout",
  prompt: "Translate every text of the checkout.",
  usd: 0,
  turns: [[{ say: "I found 41 texts in six files." }, { ask: { question: "Which languages come first?" } }]],
};

/** Its check is still running, and so is that of the one that lands. */
export const importPrices = done("Import prices from a file", "src/import.js", "export const rows = [];\n", 0.23);
export const sortReviews = done(
  "Sort the reviews",
  "src/reviews.js",
  "export const newest = (a, b) => b.at - a.at;\n",
  0.35,
);
export const slowPaths = { checking: "src/import.js", landing: "src/reviews.js" };

/** `after` by title, for numbers are the forge's. */
export const issues = [
  {
    title: "Cache the token lookup",
    body: "Each request reads the session's token from the database. Keep it for a minute, and forget it at sign-out.",
    options: ["--priority", "1", "--label", "backend"],
  },
  { title: "Retry failed uploads", options: ["--priority", "2", "--label", "backend"] },
  { title: "Upgrade the parser", options: ["--priority", "4"] },
  {
    title: "Show how far an upload is",
    options: ["--priority", "3", "--label", "frontend"],
    after: ["Retry failed uploads"],
  },
  { title: "Take up uploads again after a sleep", options: ["--priority", "3"], after: ["Retry failed uploads"] },
  {
    title: "Upload many files at once",
    options: ["--priority", "4", "--label", "frontend"],
    after: ["Show how far an upload is", "Take up uploads again after a sleep"],
  },
];

/** Every file of the shop; agents read their scripts in a folder of their own. */
export const repositoryFiles = ({ agent, scripts }) => ({
  "src/cart.js":
    "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n\nexport const isEmpty = (items) => items.length === 0;\n",
  "check.mjs": `import { existsSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
const slow = ${JSON.stringify(`${scripts}/slow`)};
while (existsSync(slow) && readFileSync(slow, "utf8").split("\\n").some((path) => path && existsSync(path)))
  await setTimeout(300);
if (existsSync("src/round.js")) {
  console.log("not ok 12 - cart: totals are rounded\\n  expected 12.5, received 12.49\\n  at test/cart.test.js:41");
  process.exit(1);
}
`,
  "agent.mjs": `process.argv.splice(2, 0, ${JSON.stringify(scripts)});
await import(${JSON.stringify(agent)});
`,
  "agent-orchestrator.yaml": `# The shop: small, and careful with its cart.
defaults: { agent: claude-code, runtime: process }
orchestrator: { max_parallel_agents: 4 }

projects:
  shop:
    sandbox: none
    agentConfig: { command: [node, agent.mjs] }
    checks:
      test: node check.mjs
      lint: node --check check.mjs # quick

policy:
  approvals: 1 # two before a release
`,
});

export function slug(title) {
  return title.toLowerCase().replaceAll(" ", "-");
}

export const sessionOf = ({ title }) => `shop-${slug(title)}`;
