import { Failure, type FailureParts } from "./render/failure.ts";

/** The person asked for something that cannot be done as asked. The message says why, `try` what to type instead; exit code 2. */
export class WrongUse extends Failure {
  override readonly name = "WrongUse";
  override readonly exitCode = 2;
  constructor(message: string, more: Partial<Omit<FailureParts, "message">> = {}) {
    super({ code: "wrong_use", message, ...more });
  }
}
