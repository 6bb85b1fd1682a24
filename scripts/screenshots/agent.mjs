// What the pictures' agents are: they speak as Claude Code does in stream-JSON, follow the script of their session, write
// real files and make real commits. Started by `agent.mjs` of the repository in the pictures: node agent.mjs SCRIPTS -p …
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const CONTEXT = { contextWindow: 200_000 };
const MODEL = "opus";
const FOREVER_MS = 2_000_000_000;

/** One step of a script is one of these, by its name. */
const STEPS = {
  think: (thinking) => assistant({ type: "thinking", thinking }),
  say: (text) => assistant({ type: "text", text }),
  plan: (steps) =>
    assistant({
      ...{ type: "tool_use", id: randomUUID(), name: "TodoWrite" },
      input: { todos: steps.map(([status, content]) => ({ status, content })) },
    }),
  read: (path) => use("Read", { file_path: path }, { content: readFileSync(path, "utf8") }),
  write: ({ path, text }) => {
    const lines = text.trimEnd().split("\n");
    const old = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const marked = [...old.map((line) => `-${line}`), ...lines.map((line) => `+${line}`)];
    const hunk = { oldStart: 1, oldLines: old.length, newStart: 1, newLines: lines.length, lines: marked };
    const done = { content: "", patch: { filePath: path, structuredPatch: [hunk] } };
    use(old.length === 0 ? "Write" : "Edit", { file_path: path }, done);
  },
  run: ({ command, prints, fails = false }) => use("Bash", { command }, { content: prints, isError: fails }),
  commit: (message) => {
    execFileSync("git", ["add", "--all"]);
    const content = execFileSync("git", ["commit", "--quiet", "--message", message]).toString();
    use("Bash", { command: `git commit -am "${message}"` }, { content });
  },
  ask: ({ question, choices = [] }) => {
    const input = { questions: [{ question, options: choices.map((label) => ({ label })) }] };
    const call = randomUUID();
    assistant({ type: "tool_use", id: call, name: "AskUserQuestion", input });
    const request = { subtype: "can_use_tool", tool_name: "AskUserQuestion", input, tool_use_id: call };
    print({ type: "control_request", request_id: randomUUID(), request });
    return STEPS.wait();
  },
  wait: () => new Promise((resolve) => setTimeout(resolve, FOREVER_MS)),
};

const [, , scripts, ...flags] = process.argv;
const file = join(scripts, `${process.env.AO_SESSION}.json`);
/** Who has none works on, and says no more. */
const { turns, usd } = existsSync(file)
  ? JSON.parse(readFileSync(file, "utf8"))
  : { turns: [[{ wait: true }]], usd: 0 };
const conversation = flags[flags.indexOf(flags.includes("--resume") ? "--resume" : "--session-id") + 1];
const about = { session_id: conversation, parent_tool_use_id: null };

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "control_request") agree(message);
  if (message.type === "user") work(message).catch(fail);
}

async function work(message) {
  print({ type: "system", subtype: "init", cwd: process.cwd(), model: MODEL, ...about });
  print({ ...message, ...about, isReplay: true });
  const [steps = [], ...later] = turns;
  writeFileSync(file, JSON.stringify({ turns: later, usd }));
  for (const step of steps) for (const [name, about] of Object.entries(step)) await STEPS[name](about);
  print({
    ...{ type: "result", subtype: "success", is_error: false, terminal_reason: "completed", queued_turn_count: 0 },
    ...{ result: "", total_cost_usd: usd, usage: { input_tokens: Math.round(40_000 * usd), output_tokens: 0 } },
    ...{ modelUsage: { [MODEL]: CONTEXT }, session_id: conversation },
  });
}

function fail(error) {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

function agree({ request_id }) {
  print({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
}

function assistant(block) {
  const usage = { input_tokens: 18_000, output_tokens: 0 };
  print({ type: "assistant", message: { model: MODEL, role: "assistant", content: [block], usage }, ...about });
}

function use(name, input, { content, isError = false, patch }) {
  const id = randomUUID();
  assistant({ type: "tool_use", id, name, input });
  const block = { type: "tool_result", tool_use_id: id, content, is_error: isError };
  print({ type: "user", message: { role: "user", content: [block] }, tool_use_result: patch, ...about });
}

function print(message) {
  writeSync(1, `${JSON.stringify(message)}\n`);
}
