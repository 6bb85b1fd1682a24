import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { turnPathsIn } from "../../../../test/fixtures/turn-paths.ts";
import { messageId, sessionId, turnId } from "../../../domain/model/ids.ts";
import { failed } from "../../../slots/result.ts";
import type { AgentPlugin, TurnRequest } from "../../../slots/agent.ts";
import { tellOfAgentsFile } from "./add-project-rules.ts";

const plain = mkdtempSync(join(tmpdir(), "ao rules "));
const ruled = mkdtempSync(join(tmpdir(), "ao rules "));
writeFileSync(join(ruled, "AGENTS.md"), "Be kind.");
afterAll(() => [plain, ruled].forEach((folder) => rmSync(folder, { recursive: true })));

type Asked = Partial<TurnRequest> & { readonly workspacePath?: string };

async function told(isToldOfAgentsFile: boolean, { workspacePath = plain, ...request }: Asked): Promise<string> {
  let text = "";
  const agent = {
    isToldOfAgentsFile,
    launch: async (asked: TurnRequest) => {
      text = asked.text;
      return failed("unavailable", "not now");
    },
  };
  await tellOfAgentsFile(agent as unknown as AgentPlugin, () => workspacePath).launch({
    ...{ session: sessionId("s"), turn: turnId("t"), n: 2, message: messageId("m"), text: "Go on.", reason: "message" },
    ...{ paths: turnPathsIn(plain, { workspace: workspacePath }), env: {}, ...request },
  });
  return text;
}

const READ_IT = "The rules of this repository for agents are in AGENTS.md: read it first and keep to it.";

test.each<[string, boolean, Asked, string]>([
  ["a message on the way", true, { workspacePath: ruled }, "Go on."],
  ["a tool that reads the file by itself", false, { n: 1, workspacePath: ruled }, "Go on."],
  ["a tool that reads other files", true, { n: 1, workspacePath: ruled }, `Go on.\n\n${READ_IT}`],
  ["a restore", true, { reason: "restore", workspacePath: ruled }, `Go on.\n\n${READ_IT}`],
  ["one that quotes it", true, { reason: "start", workspacePath: ruled, text: `${READ_IT} Go.` }, `${READ_IT} Go.`],
  ["a fresh conversation", true, { isFresh: true, workspacePath: ruled }, `Go on.\n\n${READ_IT}`],
  ["a repository without such a file", true, { n: 1 }, "Go on."],
])("%s", async (_, isToldOfAgentsFile, request, expected) => {
  expect(await told(isToldOfAgentsFile, request)).toBe(expected);
});
