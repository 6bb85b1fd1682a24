/** Refuses to begin where git is missing or too old, before anything is started or written. */
import { examineGit } from "../../config/doctor/machine.ts";
import { CliFailure } from "../render/failure.ts";
import type { Io } from "../render/io.ts";

export async function requireGit(io: Io): Promise<void> {
  const { findings } = await examineGit(io.env["PATH"] ?? "");
  const [trouble] = findings.filter(({ state }) => state === "broken");
  if (trouble === undefined) return;
  const attempt = trouble.fix === null ? [] : [trouble.fix];
  throw new CliFailure({
    code: "no_git",
    message: `${trouble.text}; nothing was started`,
    try: [...attempt, "ao doctor"],
  });
}
