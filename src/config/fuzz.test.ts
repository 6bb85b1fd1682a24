import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { load } from "./load.ts";

const bytes = readFileSync(new URL("example.yaml", import.meta.url));
const env = { GITHUB_WEBHOOK_SECRET: "hook", SLACK_WEBHOOK_URL: "url" };

/** `npm run test:all` takes its time. */
const numRuns = process.env["AO_TEST_LONG"] === "1" ? 10_000 : 1_500;

type Mutation = {
  readonly kind: "flip" | "insert" | "remove" | "cut";
  readonly at: number;
  readonly byte: number;
  readonly length: number;
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom("flip", "insert", "remove", "cut"),
  at: fc.nat(bytes.length - 1),
  // The bytes that mean something to YAML are tried more often than chance would.
  byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from("{}[]:,-&*!|>'\"%@`#?\n\t $<~0"))),
  length: fc.integer({ min: 1, max: 40 }),
});

function mutated(mutations: readonly Mutation[]): string {
  let text = Buffer.from(bytes);
  for (const { kind, at, byte, length } of mutations) {
    const rest = kind === "flip" ? at + 1 : kind === "insert" ? at : kind === "remove" ? at + length : text.length;
    const middle = kind === "flip" || kind === "insert" ? Buffer.from([byte]) : Buffer.alloc(0);
    text = Buffer.concat([text.subarray(0, at), middle, text.subarray(rest)]);
  }
  return text.toString("utf8");
}

test("whatever happens to a file, it is a configuration or a list of problems with lines, never a crash", () => {
  let refused = 0;
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
      const text = mutated(mutations);
      const loaded = load({ file: "f.yaml", text, env });
      const told = loaded.ok ? loaded.warnings : loaded.problems;
      if (!loaded.ok) refused += 1;
      const lines = text.split(/\r\n|\r|\n/).length;
      expect(loaded.ok || told.length > 0).toBe(true);
      for (const { line, column, sentence } of told) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(lines + 1);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(sentence).toMatch(/line/);
      }
    }),
    { numRuns },
  );
  expect(refused).toBeGreaterThan(numRuns / 10);
}, 600_000);
