/** What the checks would say of a tree if nothing ever flaked: a pure function of its files. */
import type { TreeSha } from "../../src/domain/model/ids.ts";
import type { Files, Git } from "./git.ts";
import type { CheckName } from "./swarm-rules.ts";
import { nameIn, tokensIn } from "./tokens.ts";

/** Per check, the tokens that make it fail, sorted. */
export type Judgement = Readonly<Record<CheckName, readonly string[]>>;

export class Judge {
  private readonly git: Git;
  private readonly required: readonly CheckName[];
  private readonly judgements = new Map<TreeSha, Judgement>();

  /** `required`: the checks that have to be green for a landing. */
  constructor(git: Git, required: readonly CheckName[]) {
    this.git = git;
    this.required = required;
  }

  of(tree: TreeSha): Judgement {
    let judgement = this.judgements.get(tree);
    if (judgement === undefined) {
      judgement = judge(this.git.trees.get(tree) ?? new Map());
      this.judgements.set(tree, judgement);
    }
    return judgement;
  }

  isGreen(tree: TreeSha): boolean {
    return this.required.every((name) => this.of(tree)[name].length === 0);
  }

  /** Everything required that fails here fails on one of the bases in the same way, or there in more tests. */
  isExcusedBy(tree: TreeSha, ...bases: readonly TreeSha[]): boolean {
    return this.required.every((name) => {
      const failures = this.of(tree)[name];
      return failures.length === 0 || bases.some((base) => isPartOf(name, failures, this.of(base)[name]));
    });
  }

  /** Something required that fails on the base does not fail here, and nothing fails here that does not fail there. */
  improves(tree: TreeSha, base: TreeSha): boolean {
    const fails = (of: TreeSha): number => this.required.reduce((sum, name) => sum + this.of(of)[name].length, 0);
    return this.isExcusedBy(tree, base) && fails(tree) < fails(base);
  }

  requires(name: CheckName): boolean {
    return this.required.includes(name);
  }
}

/** A report names the tests that failed; of the linter nobody knows more than that it fails as before. */
function isPartOf(name: CheckName, failures: readonly string[], of: readonly string[]): boolean {
  return reportsTests(name) ? failures.every((token) => of.includes(token)) : failures.join() === of.join();
}

export const reportsTests = (name: string): boolean => name === "test";

function judge(files: Files): Judgement {
  const broken: string[] = [];
  const ugly: string[] = [];
  const left = new Set<string>();
  const right = new Set<string>();
  for (const content of files.values()) {
    broken.push(...tokensIn(content, "broken"));
    ugly.push(...tokensIn(content, "ugly"));
    for (const token of tokensIn(content, "left")) left.add(nameIn(token));
    for (const token of tokensIn(content, "right")) right.add(nameIn(token));
  }
  const clashes = [...left].filter((pair) => right.has(pair)).map((pair) => `clash(${pair})`);
  return { test: [...new Set([...broken, ...clashes])].sort(), lint: [...new Set(ugly)].sort() };
}
