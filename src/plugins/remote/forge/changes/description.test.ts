import { expect, test } from "vitest";
import { commitSha, projectId, sessionId } from "../../../../domain/model/ids.ts";
import { createReferences } from "../../../shared/references.ts";
import { writeDescription, findTask, replaceAbout } from "./description.ts";

const request = {
  ...{ session: sessionId("shop-sum"), branch: "agent/sum", base: "main", head: commitSha("h"), title: "Sum" },
  ...{ body: "Add it up.\n\nAll of it.", replaces: { kind: "ancestors" } as const },
};

test("a pull request links its issue and says who made it; the task is found in it again", () => {
  const trailers = ["Issue: shop#12", "Agent: codex"];
  const text = writeDescription({ ...request, trailers }, createReferences(projectId("shop")));
  expect(text).toContain("- Session: shop-sum\n- Issue: #12\n- Agent: codex");
  expect(findTask(text)).toBe(request.body);
});

test("an issue of another tracker stays as it is written, and a person's own text is left whole", () => {
  const text = writeDescription({ ...request, trailers: ["Issue: ENG-12"] }, createReferences(projectId("shop")));
  expect(text).toContain("- Issue: ENG-12");
  expect(findTask("Mine.<!-- note -->")).toBe("Mine.");
});

test("what it took is told when it lands; what people wrote around it stays", () => {
  const references = createReferences(projectId("shop"));
  const [trailers, evidence] = [["Agent: codex"], ["Turns: 1"]];
  const text = `${writeDescription({ ...request, trailers, evidence }, references)}\n\nSee the design.`;
  const about = { session: request.session, trailers, evidence: ["Turns: 3", "Cost: $0.42", "Checks: test passed"] };
  const landed = replaceAbout(text, about, references);
  expect(landed).toContain("- Agent: codex\n- Turns: 3\n- Cost: $0.42\n- Checks: test passed\n");
  expect([landed.includes("Turns: 1"), landed.endsWith("See the design.")]).toEqual([false, true]);
  expect(replaceAbout("Mine.", about, references)).toBe("Mine.");
});
