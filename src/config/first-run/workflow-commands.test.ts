import { expect, test } from "vitest";
import { detectFiles } from "../testing/ecosystems.ts";
import { findWorkflowCommands } from "./workflow-commands.ts";
import { aTree } from "../testing/ecosystems.ts";

const commandsIn = (workflow: string): readonly string[] =>
  findWorkflowCommands(aTree({ ".github/workflows/ci.yml": workflow })).map(({ command }) => command);

const steps = (...lines: readonly string[]): string =>
  `on: [push]\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${lines.map((line) => `      - ${line}\n`).join("")}`;

test.each([
  ["a plain command", steps("run: npm run e2e"), ["npm run e2e"]],
  [
    "an action beside it",
    steps("uses: actions/checkout@v4", "run: ./scripts/verify.sh --all"),
    ["./scripts/verify.sh --all"],
  ],
  ["several lines", steps("run: |\n          npm test\n          npm run x"), []],
  ["a block of one line", steps("run: |\n          npm run e2e"), ["npm run e2e"]],
  ["an expression", steps("run: npm run ${{ matrix.task }}"), []],
  ["a shell's operators", steps("run: npm test && npm run x", "run: make x > log", "run: echo $HOME"), []],
  ["another folder or shell", steps("{ run: npm run x, working-directory: web }", "{ run: y, shell: pwsh }"), []],
  ["what prepares", steps("run: npm ci", "run: sudo make x", "run: pip install tox", "run: node --version"), []],
  ["what goes out or goes on", steps("run: npm publish", "run: make deploy", "run: npm start"), []],
  [
    "pull requests by table",
    steps("run: npm run e2e").replace("on: [push]", "on:\n  pull_request:\n    branches: [main]"),
    ["npm run e2e"],
  ],
  ["another event", steps("run: npm run e2e").replace("[push]", "[schedule]"), []],
  ["what is no YAML", "on: [push\njobs: {", []],
  ["steps that are none", "on: push\njobs:\n  a:\n    steps: [3, null, { run: 7 }]\n", []],
  ["a control character", steps('run: "npm run \\u001b[2Jx"'), []],
])("%s: %j", (_, workflow, commands) => {
  expect(commandsIn(workflow)).toEqual(commands);
});

test("aliases of aliases are not followed", () => {
  const lists = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name, index, all) =>
    index === 0
      ? `${name}: &${name} [x, x, x, x, x, x, x, x, x]`
      : `${name}: &${name} [${Array(9)
          .fill(`*${all[index - 1]}`)
          .join(", ")}]`,
  );
  expect(commandsIn(`${lists.join("\n")}\non: push\n`)).toEqual([]);
});

test("what runs anyway is not offered again, and names are free", () => {
  const files = {
    "package.json": '{"scripts":{"test":"x"}}',
    ".github/workflows/ci.yml": steps("run: npm run test", "run: npm run e2e", "run: npm run e2e -- --slow"),
  };
  expect(detectFiles(files).offered).toEqual({ e2e: "npm run e2e", "e2e-2": "npm run e2e -- --slow" });
});
