/** Each rule of the import table, seen firing on a planted import, and silent on what the table allows. */
import { join } from "node:path";
import * as z from "zod";
import { expect, test } from "vitest";
import { runProgram } from "../../src/lib/run.ts";
import { plantTree, repositoryRoot } from "./planted-tree.ts";

type Import = readonly [from: string, to: string, kind?: "import" | "import type"];

const report = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** rule → imports it must forbid. */
const forbidden: Readonly<Record<string, readonly Import[]>> = {
  "src/domain: imports": [
    ["src/domain/session/session.ts", "src/slots/agent.ts"],
    ["src/domain/turn/turn.ts", "node:path"],
    ["src/domain/issue/issue.ts", "zod", "import type"],
  ],
  "src/slots: imports": [
    ["src/slots/runtime.ts", "src/lib/clock.ts"],
    ["src/slots/scm.ts", "node:fs", "import type"],
    ["src/slots/tracker.ts", "zod"],
  ],
  "src/protocol: imports": [
    ["src/protocol/routes.ts", "src/slots/agent.ts"],
    ["src/protocol/views.ts", "node:http"],
    ["src/protocol/client.ts", "commander"],
  ],
  "src/store: imports": [["src/store/sessions/sessions.ts", "src/engine/inbox.ts"]],
  "src/engine: imports": [
    ["src/engine/outbox/outbox.ts", "src/plugins/index.ts"],
    ["src/engine/commit.ts", "src/daemon/server.ts"],
    ["src/engine/recover.ts", "src/config/load.ts"],
  ],
  "src/plugins: imports": [
    ["src/plugins/index.ts", "src/engine/inbox.ts"],
    ["src/plugins/hub/scm.ts", "src/config/load.ts"],
  ],
  "plugins: apart": [
    ["src/plugins/agent/codex/index.ts", "src/plugins/agent/claude/index.ts"],
    ["src/plugins/agent/aider/index.ts", "src/plugins/runtime/shared/pty.ts"],
    ["src/plugins/notifier/slack/index.ts", "src/plugins/local/forge.ts"],
  ],
  "plugins: apart (forges)": [
    ["src/plugins/local/checks.ts", "src/plugins/agent/shared/prompt.ts"],
    ["src/plugins/github/scm.ts", "src/plugins/local/forge.ts"],
    ["src/plugins/hub/scm.ts", "src/plugins/local/forge.ts"],
  ],
  "plugins: shared": [["src/plugins/remote/request.ts", "src/plugins/local/forge.ts"]],
  "domain types only": [
    ["src/slots/notifier.ts", "src/domain/core/decide.ts"],
    ["src/protocol/events.ts", "src/domain/core/decide.ts"],
    ["src/plugins/scm/github/index.ts", "src/domain/core/decide.ts"],
  ],
  "src/host: imports": [["src/host/pty.ts", "src/domain/model/ids.ts"]],
  "src/proxy: imports": [["src/proxy/gate.ts", "src/domain/model/ids.ts"]],
  "src/config: imports": [
    ["src/config/shape/shape.ts", "src/store/sessions/sessions.ts"],
    ["src/config/shape/shape.ts", "src/daemon/server.ts"],
  ],
  "src/daemon: imports": [["src/daemon/lifecycle.ts", "src/cli/render/print.ts"]],
  "src/cli: imports": [
    ["src/cli/verbs/look/list.ts", "src/engine/inbox.ts"],
    ["src/cli/verbs/start/new.ts", "src/domain/model/ids.ts"],
  ],
  "src/lib: imports": [["src/lib/log.ts", "src/domain/model/ids.ts"]],
  "dashboard: imports": [
    ["dashboard/board.tsx", "src/domain/words/status.ts", "import type"],
    ["dashboard/page.tsx", "node:fs"],
  ],
  "no cycles": [["src/lib/egg.ts", "src/lib/hen.ts", "import type"]],
  resolvable: [["src/lib/lost.ts", "./nowhere.ts"]],
};

const allowed: readonly Import[] = [
  ["src/lib/hen.ts", "src/lib/egg.ts"], // Closes the cycle above, which is reported once.
  ["src/domain/core/decide.ts", "src/domain/model/ids.ts"],
  ["src/slots/agent.ts", "src/domain/core/decide.ts", "import type"],
  ["src/slots/agent.ts", "src/domain/model/ids.ts"],
  ["src/protocol/session/status.ts", "zod"],
  ["src/protocol/session/status.ts", "src/domain/words/status.ts", "import type"],
  ["src/store/open.ts", "better-sqlite3"],
  ["src/store/open.ts", "src/domain/core/decide.ts"],
  ["src/engine/inbox.ts", "src/store/open.ts"],
  ["src/engine/inbox.ts", "src/domain/core/decide.ts"],
  ["src/engine/inbox.ts", "node:path"],
  ["src/plugins/index.ts", "src/plugins/agent/claude/index.ts"],
  ["src/plugins/agent/claude/index.ts", "src/plugins/agent/shared/prompt.ts"],
  ["src/plugins/agent/claude/index.ts", "src/plugins/agent/claude/parse-line.ts"],
  ["src/plugins/local/tracker/index.ts", "src/plugins/local/forge.ts"],
  ["src/plugins/github/scm.ts", "src/plugins/remote/request.ts"],
  ["src/plugins/github/scm.ts", "src/plugins/shared/git/merge.ts"],
  ["src/plugins/tracker/linear/index.ts", "src/plugins/remote/request.ts"],
  ["src/config/load.ts", "yaml"],
  ["src/config/shape/shape.ts", "src/plugins/index.ts"],
  ["src/plugins/notifier/slack/plugin.ts", "src/plugins/plugin.ts", "import type"],
  ["src/plugins/hub/plugin.ts", "src/plugins/plugin.ts", "import type"],
  ["src/daemon/server.ts", "src/plugins/index.ts"],
  ["src/daemon/server.ts", "src/engine/inbox.ts"],
  ["src/cli/main.ts", "src/protocol/session/status.ts"],
  ["src/cli/main.ts", "src/config/load.ts"],
  ["src/lib/version.ts", "package.json"],
  ["dashboard/app.tsx", "src/protocol/session/status.ts"],
  ["dashboard/app.tsx", "react"],
  ["src/engine/inbox.test.ts", "src/plugins/index.ts"],
  ["test/world/world.ts", "src/daemon/server.ts"],
  ["bench/main.ts", "src/cli/main.ts"],
];

test("each rule forbids its planted imports and nothing else", async () => {
  const planted = Object.values(forbidden).flat();
  const violations = await cruise([...planted, ...allowed]);
  const expected = Object.entries(forbidden).flatMap(([rule, imports]) =>
    imports.map(([from, to]) => `${rule}: ${from} → ${to.replace("node:", "")}`),
  );
  expect(violations).toEqual(expected.toSorted());
});

async function cruise(imports: readonly Import[]): Promise<readonly string[]> {
  const root = plantTree(filesWith(imports));
  const args = ["--config", join(repositoryRoot, ".dependency-cruiser.cjs"), "--output-type", "json"];
  const program = join(repositoryRoot, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const result = await runProgram({
    program: process.execPath,
    args: [program, ...args, "src", "test", "bench", "dashboard"],
    cwd: root,
    timeoutMs: 60_000,
  });
  const { summary } = report.parse(JSON.parse(result.stdout));
  const npm = /^(?:.*\/)?node_modules\/([^/]+)\/.*$/;
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to.replace(npm, "$1")}`).toSorted();
}

/** A file for every place named, each with the imports that start there. */
function filesWith(imports: readonly Import[]): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [, to] of imports) if (to.startsWith("src/")) files[to] = "";
  for (const [from, to, kind = "import"] of imports) {
    const up = "../".repeat(from.split("/").length - 1);
    const target = /^(src\/|package\.json)/.test(to) ? `${up}${to}` : to;
    files[from] = `${files[from] ?? ""}${kind} * as n${to.length} from "${target}";\n`;
  }
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, `${text}export const here = "${path}";\n`]),
  );
}
