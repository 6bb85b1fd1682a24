/** The person asked for something that cannot be done as asked. The message says what to type instead; exit code 2. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}
