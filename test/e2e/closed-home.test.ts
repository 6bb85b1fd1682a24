/** Who runs for a project finds none of the person's credentials: neither the agent, nor setup, nor a check. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aStage } from "./stage.ts";

const sandbox = await bubblewrapForTests();

const LOGINS = [".ssh/id", ".claude/.credentials.json", ".codex/auth.json", ".config/rclone/rclone.conf", ".own/login"];
const read = `cat ${LOGINS.map((file) => `~/${file}`).join(" ")} ~/opened`;

test.skipIf(sandbox === null)("no login of the person is read, but for what the settings open", async () => {
  const stage = await aStage({
    checks: { look: `sh -c 'test "$(${read} 2>&1 | grep -v "No such file")" = opened'` },
    agentConfig: { read: ["~/.own/login"] },
    project: { sandbox: { read: ["~/opened"] }, setup: [["sh", "-c", `${read} > setup.txt; exit 0`]] },
    prepare: async (repository) => {
      const home = join(dirname(repository), "person");
      for (const file of LOGINS) put(join(home, file), `secret of ${file}\n`);
      put(join(home, "opened"), "opened\n");
    },
  });
  const work = [{ write: { "work.txt": "work\n" } }, { commit: "Work" }];
  const start = [{ run: ["sh", "-c", `${read} > agent.txt; exit 0`] }, ...work];
  const id = await stage.begin("one", `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
  const after = await stage.until(id, "checked", ({ changes }) => (changes[0]?.checks[0]?.verdict ?? null) !== null);
  const said = (name: string): string => readFileSync(join(after.workspacePath ?? "", name), "utf8");
  expect(after.changes[0]?.checks[0]?.verdict).toBe("passed");
  expect([said("setup.txt"), said("agent.txt")]).toEqual(["opened\n", "secret of .own/login\nopened\n"]);
});

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o600 });
}
