/** Who does what in the demo: each issue is a function to write and a trouble that its agent meets on the way. */
import { functions, writeTest, type DemoFunction } from "./functions.ts";
import { shuffleList } from "./shuffle.ts";

export const troubles = ["stuck", "ci", "review", "conflict", "flaky"] as const;
export type DemoTrouble = (typeof troubles)[number] | "none" | "question";

export type DemoIssue = {
  readonly of: DemoFunction;
  readonly trouble: DemoTrouble;
  readonly title: string;
  readonly body: string;
  readonly priority: number;
  /** The name of the function that has to be there first. */
  readonly after: string | null;
};

export type BacklogOptions = {
  readonly seed: number;
  /** Where the service listens that fails once. */
  readonly service: string;
  readonly byHand: boolean;
};

/** Eight issues. Two of them collide, one waits for another; the seed says which function gets which part, and the order. */
export function createBacklog({ seed, service, byHand }: BacklogOptions): readonly DemoIssue[] {
  const parts: readonly DemoTrouble[] = [...troubles, "conflict", "none", byHand ? "question" : "none"];
  const chosen = shuffleList(functions, seed);
  const issues = parts.map((trouble, n): DemoIssue => {
    const of = getAt(chosen, n);
    const isLast = n === parts.length - 1;
    // Who hangs begins first: a person hears of it only after a while.
    const priority = trouble === "stuck" ? 1 : trouble === "conflict" ? 2 : 3;
    const after = isLast && !byHand ? getAt(chosen, n - 1).name : null;
    return { of, trouble, title: of.title, body: writeBody(of, trouble, service), priority, after };
  });
  return sortBlockersFirst(shuffleList(issues, seed + 1));
}

/** What waits for another comes after it. */
function sortBlockersFirst(issues: readonly DemoIssue[]): readonly DemoIssue[] {
  return [...issues.filter(({ after }) => after === null), ...issues.filter(({ after }) => after !== null)];
}

function getAt<T>(list: readonly T[], n: number): T {
  const found = list[n];
  if (found === undefined) throw new Error(`the demo has no function ${n}`);
  return found;
}

function writeBody(of: DemoFunction, trouble: DemoTrouble, service: string): string {
  const listed = trouble === "conflict" ? " List it in the README." : "";
  return [
    `\`backlog/${of.name}.test.js\` fails: there is no \`${of.name}\`. Write \`src/${of.name}.js\` and move the test to \`test/\`.${listed}`,
    "",
    "```script",
    JSON.stringify(listParts(of, trouble, service), null, 1),
    "```",
    "",
  ].join("\n");
}

type Step = string | Readonly<Record<string, unknown>>;
type Parts = Readonly<Record<string, readonly Step[]>>;

/** What the agent does, turn by turn; see docs/development/scripted-agent.md. Whoever is asked or told something hears of it. */
function listParts(of: DemoFunction, trouble: DemoTrouble, service: string): Parts {
  return { ...createHabits(of), ...createOwnParts(of, trouble, service) };
}

function createHabits(of: DemoFunction): Parts {
  const file = `src/${of.name}.js`;
  const answer = `// ${of.missed.replace(" Please say so.", "")} See the test.\n`;
  return {
    "changes-requested 1": [
      { say: "A fair question: it is answered beside the code." },
      { write: { [file]: `${answer}${of.right}` } },
      { commit: `Say what ${of.name} leaves open` },
    ],
    "changes-requested": [{ say: "I say more." }, { append: { [file]: answer } }, { commit: `Say more of ${of.name}` }],
    message: [{ say: "Noted: {{answer}}" }],
  };
}

function createOwnParts(of: DemoFunction, trouble: DemoTrouble, service: string): Parts {
  const file = `src/${of.name}.js`;
  const written = [{ say: `I write ${of.name}.` }, { wait: "700ms" }, ...moveTests(of, trouble, service)];
  const done = [...written, { write: { [file]: of.right } }, { commit: `Add ${of.name}` }];
  switch (trouble) {
    case "none":
    case "flaky":
    case "review":
      return { otherwise: done };
    case "ci":
      return {
        "ci-failed": [
          { say: "The test is right, I was not." },
          { write: { [file]: of.right } },
          { commit: `Mend ${of.name}` },
        ],
        otherwise: [...written, { write: { [file]: of.wrong } }, { commit: `Add ${of.name}` }],
      };
    case "conflict":
      return {
        "merge-conflicts": [{ say: "Both lines belong in the list." }, { merge: { keep: "both" } }],
        otherwise: [
          ...done.slice(0, -1),
          { append: { "README.md": `- ${of.name}: ${of.title}\n` } },
          ...done.slice(-1),
        ],
      };
    case "stuck":
      return { start: [{ say: "I think about it." }, "hang"], otherwise: done };
    case "question":
      return {
        answer: [{ say: "So be it: {{answer}}." }, ...done],
        otherwise: [{ ask: { question: `Shall ${of.name} be exported by name?`, choices: ["yes", "no"] } }],
      };
  }
}

function moveTests(of: DemoFunction, trouble: DemoTrouble, service: string): readonly Step[] {
  const more = trouble === "flaky" ? askService(of.name, service) : [];
  return [{ remove: `backlog/${of.name}.test.js` }, { write: { [`test/${of.name}.test.js`]: writeTest(of, more) } }];
}

/** As integration tests are: they lean on something that is not always well. Where nothing listens, it is skipped. */
function askService(name: string, service: string): readonly string[] {
  return [
    'import { get } from "node:http";',
    `test("${name} with the word service", async (t) => {`,
    "  const status = await new Promise((resolve) => {",
    `    get("${service}", (answer) => resolve(answer.resume().statusCode)).on("error", () => resolve(null));`,
    "  });",
    '  if (status === null) return t.skip("nobody listens");',
    '  assert.equal(status, 200, "the word service did not answer");',
    "});",
  ];
}
