/** The end of every `switch` over a union: a new member that nobody handles does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
