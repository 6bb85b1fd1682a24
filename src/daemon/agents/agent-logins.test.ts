import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { createLoginReader } from "./agent-logins.ts";

const project = (settings: Readonly<Record<string, unknown>>) =>
  ({ settings: { agent: { plugin: "codex", settings }, specialists: [] } }) as never;

test("an agent without a login is told by the daemon's variables of now", () => {
  const env: NodeJS.ProcessEnv = { HOME: aFolder(), PATH: "" };
  const loginOf = createLoginReader(env);
  expect(loginOf(project({}), "codex").state).not.toBe("logged_in");
  env["OPENAI_API_KEY"] = "x";
  expect(loginOf(project({}), "codex").state).toBe("logged_in");
});

test("a command of the person's own may log in by itself", () => {
  const env = { HOME: aFolder(), OPENAI_API_KEY: "x" };
  expect(createLoginReader(env)(project({ command: ["my-codex"] }), "codex")).toEqual({ state: "unknown", fix: null });
});
