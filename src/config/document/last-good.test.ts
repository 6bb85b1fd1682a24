import { expect, test } from "vitest";
import { emptyConfig } from "../config.ts";
import { reload, type LastGood } from "./last-good.ts";

const nothing: LastGood = { config: emptyConfig, warnings: [], problems: [] };
const from = (text: string) => ({ file: "f.yaml", text, env: {} });

test("a good file replaces the last one", () => {
  const first = reload(nothing, from("port: 1"));
  expect(reload(first, from("port: 2"))).toMatchObject({ config: { settings: { port: 2 } }, problems: [] });
});

test.each(["port: [", "prot: 2", "port: x", "", "  \n"])(
  "with %j on disk the last good one stays and the problems are shown",
  (text) => {
    const kept = reload(reload(nothing, from("port: 1")), from(text));
    expect(kept.config.settings).toEqual({ port: 1 });
    expect(kept.problems).toMatchObject([{ file: "f.yaml", line: 1 }]);
  },
);

test("once the file is whole again the problems are gone", () => {
  const broken = reload(reload(nothing, from("port: 1")), from("port: ["));
  expect(reload(broken, from("port: 1"))).toMatchObject({ config: { settings: { port: 1 } }, problems: [] });
});

test("a file that only ever was empty is a good one", () => {
  expect(reload(nothing, from("")).problems).toEqual([]);
});
