/** Who a person is to git: `user.name` as it holds in a folder. */
import { hardening, personsEnvironment } from "./git-environment.ts";
import { callGit } from "./git-run.ts";

/** Null: it is not set, or cannot be read now. */
export async function gitName(folder: string): Promise<string | null> {
  const args = [...hardening, "config", "--get", "user.name"];
  const answer = await callGit({ args, cwd: folder, env: personsEnvironment() });
  const name = answer.ok ? answer.value.trim() : "";
  return name === "" ? null : name;
}
