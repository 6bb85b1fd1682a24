/**
 * What the scripted model says next. The prompt carries the script, one directive a line, so that the model needs no
 * memory: each request is answered with the step that its tool results have come to.
 *
 *     @sh COMMAND         calls the agent's shell tool
 *     @shx COMMAND        the same, asking for more rights where the tool knows such a thing
 *     @ask QUESTION       calls the agent's tool for questions to a person
 *     @say TEXT           says it, and ends the turn
 *     @slow N MS          the next thing said comes in N pieces, MS apart
 *     @sleep MS           the next step takes so long
 *     @half FILE          doubles only: the next thing said stops in the middle of its line until this is in AO_LOG_DIR
 *     @fail N CODE        the first N requests of this prompt are answered with this error
 *     @limit SECONDS      the first request is answered with the provider's limit, which ends after so long
 */
export type Step = {
  readonly kind: "sh" | "ask" | "say";
  readonly text: string;
  readonly escalates: boolean;
  readonly pieces: number;
  readonly pauseMs: number;
  readonly sleepMs: number;
  readonly halfUntil: string | null;
};

export type Script = {
  readonly steps: readonly Step[];
  readonly failures: number;
  readonly failsWith: number;
  readonly limitSeconds: number | null;
};

/** What was said to the model, in order. */
export type Turn = { readonly user: string } | { readonly toolResult: string };

const DIRECTIVE = /^\s*@(sh|shx|ask|say|slow|sleep|half|fail|limit)\s+(.+?)\s*$/;

export function parseScript(text: string): Script {
  const lines = text.split("\n").flatMap((line): readonly Line[] => {
    const [, name, words = ""] = DIRECTIVE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, words, numbers: words.split(" ").map(Number) }];
  });
  const numbersOf = (name: string) => lines.find((line) => line.name === name)?.numbers ?? [];
  const [failures = 0, failsWith = 500] = numbersOf("fail");
  return { steps: stepsIn(lines), failures, failsWith, limitSeconds: numbersOf("limit")[0] ?? null };
}

type Line = { readonly name: string; readonly words: string; readonly numbers: readonly number[] };

function stepsIn(lines: readonly Line[]): readonly Step[] {
  const steps: Step[] = [];
  let manner: Pick<Step, "pieces" | "pauseMs" | "sleepMs" | "halfUntil"> = AT_ONCE;
  for (const { name, words, numbers } of lines) {
    const [first = 0, second = 0] = numbers;
    if (name === "slow") manner = { ...manner, pieces: first, pauseMs: second };
    if (name === "sleep") manner = { ...manner, sleepMs: first };
    if (name === "half") manner = { ...manner, halfUntil: words };
    if (name !== "sh" && name !== "shx" && name !== "ask" && name !== "say") continue;
    steps.push({ kind: name === "shx" ? "sh" : name, text: words, escalates: name === "shx", ...manner });
    manner = AT_ONCE;
  }
  return steps;
}

const AT_ONCE = { pieces: 1, pauseMs: 0, sleepMs: 0, halfUntil: null };

const isScript = (text: string): boolean => text.split("\n").some((line) => DIRECTIVE.test(line));

export const scriptsIn = (turns: readonly Turn[]): number =>
  turns.filter((turn) => "user" in turn && isScript(turn.user)).length;

export type Due = { readonly prompt: string; readonly script: Script; readonly step: Step };

/** The step that is due, of the last prompt that carries a script. */
export function dueStep(turns: readonly Turn[]): Due {
  const at = turns.findLastIndex((turn) => "user" in turn && isScript(turn.user));
  const told = turns[at];
  const prompt = told !== undefined && "user" in told ? told.user : "";
  const script = parseScript(prompt);
  const done = turns.slice(at + 1).filter((turn) => "toolResult" in turn).length;
  return { prompt, script, step: script.steps[done] ?? spoken(prompt === "" ? "ok" : "script finished") };
}

export const spoken = (text: string): Step => ({ kind: "say", text, escalates: false, ...AT_ONCE });

export function piecesOf({ text, pieces }: Step): readonly string[] {
  if (pieces < 2) return [text];
  return Array.from({ length: pieces }, (_, index) => (index === 0 ? text : ` ${index}`));
}
