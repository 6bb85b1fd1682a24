/** All kinds, in the order of the table. */
import type { RepositoryKind } from "../kind.ts";
import { compiled, numbersInGo } from "./compiled.ts";
import { ofGit } from "./git.ts";
import { javascript, numbersInJavaScript } from "./javascript.ts";
import { python } from "./python.ts";

/** Two languages and a Makefile. */
const polyglot: RepositoryKind = {
  id: "polyglot",
  title: "Node, Go and make",
  programs: ["node", "npm", "go", "make"],
  registry: null,
  check: "test-node",
  numbers: (number) => ({ ...numbersInJavaScript("web/")(number), ...numbersInGo(number) }),
  files: {
    "package.json": `${JSON.stringify({ name: "counter", private: true, type: "module", scripts: { test: "node --test" } })}\n`,
    ...numbersInJavaScript("web/")({ name: "one", is: 1, returns: 1 }),
    "go.mod": "module example.com/counter\n\ngo 1.19\n",
    ...numbersInGo({ name: "one", is: 1, returns: 1 }),
    Makefile: 'format-check:\n\ttest -z "$$(gofmt -l .)"\n\n.PHONY: format-check\n',
    ".gitignore": "node_modules/\n",
  },
};

export const kinds: readonly RepositoryKind[] = [...javascript, ...python, ...compiled, ...ofGit, polyglot];
