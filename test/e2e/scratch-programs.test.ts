/** Programs of the person that lie below the folders that the sandbox replaces by empty ones. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bubblewrapForTests } from "../fixtures/bubblewrap.ts";
import { aStage } from "./stage.ts";

const sandbox = await bubblewrapForTests();

function aProgram(parent: string, text: string): string {
  const folder = mkdtempSync(join(parent, "ao-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "tools"));
  const program = join(folder, "tools", "run");
  writeFileSync(program, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return program;
}

test.skipIf(sandbox === null).for(["/tmp", "/var/tmp"])(
  "set-up and checks run programs that are named below %s",
  async (parent) => {
    const setup = aProgram(parent, "echo prepared > setup.txt");
    const check = aProgram(parent, "test -f work.txt");
    const stage = await aStage({ checks: { look: check }, project: { setup: [[setup]] } });
    const start = [{ write: { "work.txt": "work\n" } }, { commit: "Work" }];
    const id = await stage.begin("one", `Please.\n\n\`\`\`script\n${JSON.stringify({ start })}\n\`\`\`\n`);
    const after = await stage.until(id, "checked", ({ changes }) => (changes[0]?.checks[0]?.verdict ?? null) !== null);
    expect(after.changes[0]?.checks[0]?.verdict).toBe("passed");
    expect(readFileSync(join(after.workspacePath ?? "", "setup.txt"), "utf8")).toBe("prepared\n");
  },
);
