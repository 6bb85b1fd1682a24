import { readFileSync } from "node:fs";
import { format } from "prettier";
import { expect, test } from "vitest";
import { writeConfigHelp, writeConfigPage, explainKeys } from "./explain.ts";
import { buildConfigJsonSchema } from "../shape/json-schema.ts";

const example = readFileSync(new URL("../example.yaml", import.meta.url), "utf8");

/** `vitest run src/config -u` writes both files anew. */
test("schema/config.schema.json is what the code reads", async () => {
  const text = await format(JSON.stringify(buildConfigJsonSchema()), { parser: "json", printWidth: 120 });
  await expect(text).toMatchFileSnapshot("../../../schema/config.schema.json");
});

test("docs/reference/configuration.md is what the code reads", async () => {
  await expect(writeConfigPage(example)).toMatchFileSnapshot("../../../docs/reference/configuration.md");
});

test("every key has a meaning", () => {
  expect(explainKeys().filter(({ meaning }) => meaning === "")).toEqual([]);
});

test("config-help lists a key with its type, default and meaning", () => {
  expect(writeConfigHelp("port")).toBe(
    "port  whole number, default 3000\n    Where the daemon listens; 0 takes any free port.\n",
  );
});

test("config-help checks says what they are, and how to add one", () => {
  expect(writeConfigHelp("checks")).toMatch(
    /^defaults\.checks .*\n.* Add one: `ao config set projects\.NAME\.checks\.test "npm test"`\./,
  );
});

test.each(["policy", "projects.my-app.repo", "projects.my-app.setup", "agents"])(
  "config-help %s finds something",
  (prefix) => {
    expect(writeConfigHelp(prefix)).not.toContain("There is no key");
  },
);

test("config-help says when there is no such key", () => {
  expect(writeConfigHelp("nonsense")).toBe("There is no key nonsense. `ao config-help` lists all of them.\n");
});

test("the schema knows the other spellings of a key", () => {
  const { properties } = buildConfigJsonSchema();
  expect(properties?.["notification_routing"]).toEqual({ $ref: "#/properties/notificationRouting" });
});
