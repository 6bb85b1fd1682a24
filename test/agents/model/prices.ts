/** What an answer costs in dollars, by the price list of the models whose price is known; of the others nobody tells money. */
import { BILLED } from "./wire.ts";

type Price = Readonly<Record<"input" | "cached" | "written" | "output", number>>;

/** For a million tokens. */
const PRICES: readonly (readonly [RegExp, Price])[] = [
  [/^claude-sonnet-4-5/, { input: 3, cached: 0.3, written: 3.75, output: 15 }],
  [/^claude-haiku-4-5/, { input: 1, cached: 0.1, written: 1.25, output: 5 }],
];

export function dollarsFor(model: string): number {
  const [, price] = PRICES.find(([name]) => name.test(model)) ?? [];
  if (price === undefined) return 0;
  const { input, cached, written, output } = BILLED;
  const millionths = input * price.input + cached * price.cached + written * price.written + output * price.output;
  return millionths / 1_000_000;
}
