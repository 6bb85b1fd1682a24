import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { describeAgentContract } from "../../../../test/contracts/agent.ts";
import { aFakeAgent } from "../../../../test/agents/fakes/subject.ts";
import { createAcpAgent } from "./acp-agent.ts";

const home = mkdtempSync(join(tmpdir(), "ao acp "));
afterAll(() => rmSync(home, { recursive: true }));
const profile = { name: "acp:fake", argv: ["fake"], environment: [], env: { FAKE_HOME: home }, folders: {} } as const;

describeAgentContract("an ACP agent", () =>
  aFakeAgent("acp", (options) => createAcpAgent({ ...options, profile }), { window: 200_000 }),
);
