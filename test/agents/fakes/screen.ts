/**
 * A double of a coding tool with a screen, as unkind as those that were seen: it loses three of ten presses of Enter and
 * four of ten keys of a dialog, shows long pastes as a mark, draws late, and now and then begins with a dialog, which swallows whatever is typed. It counts
 * what it is given: each message once in `FAKE_HOME/submitted.jsonl`, and each key that hit a dialog.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../src/lib/run.ts";

const home = process.env["FAKE_HOME"] ?? process.env["CLAUDE_CONFIG_DIR"] ?? "/tmp";
const odd = Number(process.env["FAKE_SEED"] ?? "1");
const settings = JSON.parse(process.argv[process.argv.indexOf("--settings") + 1] ?? "{}") as {
  hooks: Record<string, [{ hooks: [{ command: string }] }]>;
};
mkdirSync(home, { recursive: true });

/** The same for the same seed. */
let state = odd * 2_654_435_761;
const chance = (of: number): boolean => {
  state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
  return (state >>> 8) % 1_000 < of * 1_000;
};

const [cols, rows] = [process.stdout.columns, process.stdout.rows];
const transcript: string[] = [];
let box = "";
let shown = "";
let dialog: readonly string[] | null = chance(0.15) ? ["Do you trust the files in this folder?"] : null;
let isPasting = false;
let pasted = "";

const note = (file: string, what: object): void => appendFileSync(join(home, file), `${JSON.stringify(what)}\n`);

async function hook(name: string, more: object): Promise<void> {
  const command = settings.hooks[name]?.[0].hooks[0].command;
  if (command === undefined) return;
  const input = JSON.stringify({ hook_event_name: name, session_id: "fake-conversation", ...more });
  await runProgram({ program: "/bin/sh", args: ["-c", command], input: `${input}\n`, timeoutMs: 60_000 });
}

function draw(): void {
  const rule = "─".repeat(cols);
  const lines = (shown === "" ? box : shown).split("\n").flatMap((line) => wrapped(line));
  const height = Math.min(10, lines.length);
  const seen = lines.slice(-height).map((line, at) => `${at === 0 ? "❯" : " "} ${line}`);
  const bottom =
    dialog === null
      ? [rule, ...seen, rule, "  ? for shortcuts"]
      : [rule, ...dialog.map((line) => ` ${line}`), "", " ❯ 1. Yes, proceed", "   2. No, exit", "", " Esc to cancel"];
  const above = transcript.slice(-(rows - bottom.length - 2));
  const top = [...above, ...Array<string>(Math.max(0, rows - above.length - bottom.length)).fill("")];
  const at = dialog === null ? `\u001b[${rows - 2};${2 + (seen.at(-1) ?? "").length - 1}H` : "";
  process.stdout.write(`\u001b[H\u001b[2J${[...top, ...bottom].join("\r\n")}${at}`);
}

/** Half a line at most: a letter may be two columns wide. */
const wrapped = (line: string): readonly string[] =>
  line.length === 0 ? [""] : (line.match(new RegExp(`.{1,${Math.floor(cols / 2) - 3}}`, "gu")) ?? [line]);

/** Programs of this kind draw when they get round to it. */
const drawSoon = (): void => void setTimeout(draw, chance(0.3) ? 40 : 3);

function take(text: string): void {
  for (let rest = text; rest !== "";) {
    const mark = rest.indexOf(isPasting ? "\u001b[201~" : "\u001b[200~");
    const part = mark === -1 ? rest : rest.slice(0, mark);
    if (isPasting) pasted += part;
    else for (const key of part) press(key);
    if (mark === -1) return;
    rest = rest.slice(mark + 6);
    if (isPasting) endPaste();
    isPasting = !isPasting;
  }
}

function endPaste(): void {
  const text = pasted;
  pasted = "";
  if (dialog !== null) return note("dialog.jsonl", { pasted: text.length });
  box += text;
  shown = text.length > 800 || text.split("\n").length > 8 ? `[Pasted text #1 +${text.split("\n").length} lines]` : "";
}

function press(key: string): void {
  if (key === "\u0003") process.exit(0);
  if (dialog !== null) {
    if (chance(0.4)) return;
    note("dialog.jsonl", { key });
    if (key === "1" || key === "\r") dialog = null;
    return;
  }
  if (key !== "\r") return void (box += key);
  if (box.trim() === "" || chance(0.3)) return;
  const text = box;
  [box, shown] = ["", ""];
  transcript.push(...wrapped(`❯ ${text.split("\n")[0] ?? ""}`.slice(0, cols - 1)));
  note("submitted.jsonl", { text });
  work(text).catch((error: unknown) => note("broken.jsonl", { error: String(error) }));
}

async function work(prompt: string): Promise<void> {
  await hook("UserPromptSubmit", { prompt });
  transcript.push("● Done.");
  draw();
  await hook("Stop", { last_assistant_message: "Done." });
}

process.stdin.setRawMode(true);
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text: string) => {
  take(text);
  drawSoon();
});
process.stdout.write("\u001b[?2004h");
await hook("SessionStart", {});
setTimeout(draw, 20);
