import { CliFailure, type CliFailureParts } from "../render/failure.ts";

/** The person asked for something that cannot be done as asked. The message says why, `try` what to type instead; exit code 2. */
export class WrongUse extends CliFailure {
  override readonly name = "WrongUse";
  override readonly exitCode = 2;
  constructor(message: string, more: Partial<Omit<CliFailureParts, "message">> = {}) {
    super({ code: "wrong_use", message, ...more });
  }
}
