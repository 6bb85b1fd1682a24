import { expect, test } from "vitest";
import { commitSha, projectId, sessionId } from "../../../domain/ids.ts";
import { referencesOf } from "../../shared/references.ts";
import { descriptionOf, taskIn } from "./description.ts";

const request = {
  ...{ session: sessionId("shop-sum"), branch: "agent/sum", base: "main", head: commitSha("h"), title: "Sum" },
  ...{ body: "Add it up.\n\nAll of it.", replaces: { kind: "ancestors" } as const },
};

test("a pull request links its issue and says who made it; the task is found in it again", () => {
  const trailers = ["Issue: shop#12", "Agent: codex"];
  const text = descriptionOf({ ...request, trailers }, referencesOf(projectId("shop")));
  expect(text).toContain("- Session: shop-sum\n- Issue: #12\n- Agent: codex");
  expect(taskIn(text)).toBe(request.body);
});

test("an issue of another tracker stays as it is written, and a person's own text is left whole", () => {
  const text = descriptionOf({ ...request, trailers: ["Issue: ENG-12"] }, referencesOf(projectId("shop")));
  expect(text).toContain("- Issue: ENG-12");
  expect(taskIn("Mine.<!-- note -->")).toBe("Mine.");
});
