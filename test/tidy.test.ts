import { expect, test } from "vitest";
import { readFileMap } from "./rules/file-map.ts";
import * as rules from "./rules/tidy-rules.ts";

const repository = readFileMap(`${import.meta.dirname}/..`);
const { medianFileLines, ...tidyRules } = rules;

test.for(Object.entries(tidyRules))("%s", ([, complaints]) => {
  expect(complaints(repository)).toEqual([]);
});

test("the median file is reported", ({ annotate }) =>
  annotate(`median source file: ${medianFileLines(repository)} lines`));
