import { format } from "prettier";
import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { version } from "../../lib/version.ts";
import { paths } from "../../protocol/paths.ts";
import { openApi } from "./openapi.ts";

test("the protocol is as it was written down", async () => {
  const document = { ...openApi(), info: { title: "Agent Orchestrator", version: "x" } };
  const text = await format(JSON.stringify(document), { parser: "json", printWidth: 120 });
  await expect(text).toMatchFileSnapshot("../../../schema/openapi.json");
});

test("every route is in it, under its own name", () => {
  const operations = Object.values(openApi()["paths"] as Record<string, Record<string, { operationId: string }>>);
  const ids = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(ids.toSorted()).toEqual(Object.keys(paths).toSorted());
});

test("the daemon gives it out", async () => {
  const rig = await anApi();
  expect(await rig.client().openapi({})).toMatchObject({ openapi: "3.1.0", info: { version } });
});
