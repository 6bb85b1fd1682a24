import { expect, test } from "vitest";
import { anApi } from "../../../../test/fixtures/daemon-api.ts";
import { toRefusal } from "./find-issue.ts";

test.for([
  ["Nothing was written: it is closed.", "nothing was written: it is closed"],
  ["GitHub answered 404: Not Found", "GitHub answered 404: Not Found"],
  ["Linear has no such team: look at `teamId`", "Linear has no such team: look at `teamId`"],
])("what a tracker said begins as a sentence goes on, and names stay names: %s", ([said = "", told]) => {
  expect(toRefusal({ code: "refused", message: said }).message).toBe(told);
});

test("a project without plugins says why it has none, wherever something is to be done", async () => {
  const why = "There is no token for github.com: set GITHUB_TOKEN";
  const rig = await anApi({ context: { slotsOf: () => undefined, troubleOf: () => `${why}.` } });
  const next = { try: "ao doctor --only app" };
  const started = rig.client().startSession({ title: "x" });
  await expect(started).rejects.toMatchObject({ message: `nothing was started: ${why}`, ...next });
  const made = rig.client().createIssue({ title: "x" });
  await expect(made).rejects.toMatchObject({ message: `nothing was done: ${why}`, ...next });
  expect((await rig.client().listProjects({}))[0]?.notReady).toBe(`${why}.`);
});

test("an agent that is ready says whether it is logged in, and what to type", async () => {
  const login = { state: "not_logged_in", fix: "run `codex login`" } as const;
  const whyNoAgent = (_: unknown, { plugin }: { readonly plugin: string }) =>
    plugin === "gemini" ? "gemini is not installed" : null;
  const rig = await anApi({ context: { whyNoAgent, loginOf: () => login } });
  const [project] = await rig.client().listProjects({});
  expect(project?.agents.find(({ name }) => name === "codex")).toMatchObject({ name: "codex", notReady: null, login });
  expect(project?.agents.find(({ name }) => name === "gemini")?.login).toBe(null);
});
