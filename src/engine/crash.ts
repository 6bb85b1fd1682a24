/** Thrown by a simulated kill: nothing may catch it to go on. */
export class Crash extends Error {
  override readonly name = "Crash";
}

export function isCrash(error: unknown): boolean {
  return error instanceof Crash;
}
