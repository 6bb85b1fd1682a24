/** A stage on which the agent under test works, and the scripted model that it asks. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { aStage, type Settings, type Stage } from "../e2e/stage.ts";
import { startScriptedModel, type ScriptedModel } from "./model/server.ts";
import type { AgentUnderTest } from "./under-test.ts";

/** The heavy ones need half a minute to start on a busy machine. */
const REAL_WITHIN_MS = 120_000;

type Scene = { readonly stage: Stage; readonly model: ScriptedModel };

export async function aScene(subject: AgentUnderTest, settings: Settings = {}): Promise<Scene> {
  const model = await startScriptedModel();
  onTestFinished(model.close);
  const stage = await aStage({
    ...(subject.isReal ? { withinMs: REAL_WITHIN_MS } : {}),
    ...settings,
    agent: subject.agent,
    env: subject.env(model.url),
    agentConfig: {
      command: subject.command,
      env: Object.keys(subject.env(model.url)),
      ...subject.settings,
      ...settings.agentConfig,
    },
  });
  for (const [path, text] of Object.entries(subject.files?.(model.url) ?? {})) {
    mkdirSync(dirname(join(stage.personHome, path)), { recursive: true });
    writeFileSync(join(stage.personHome, path), text);
  }
  return { stage, model };
}

/** By which the tool finds the conversation of the session again. */
export function conversationOf(stage: Stage, id: string): unknown {
  const folder = join(stage.home, "sessions", id, "memory");
  const [file] = readdirSync(folder);
  if (file === undefined) return null;
  return (JSON.parse(readFileSync(join(folder, file), "utf8")) as { readonly conversation: unknown }).conversation;
}
