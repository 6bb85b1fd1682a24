import { expect, test } from "vitest";
import { readCounts } from "./numstat.ts";

test.for([
  ["", []],
  ["1\t2\ta.ts\0", [{ path: "a.ts", added: 1, deleted: 2 }]],
  ["-\t-\tlogo.png\0", [{ path: "logo.png", added: null, deleted: null }]],
  ["0\t3\ta\tb\nc\0", [{ path: "a\tb\nc", added: 0, deleted: 3 }]],
  [
    "1\t0\ta.ts\0" + "2\t1\t\0old.ts\0new.ts\0" + "0\t1\tz.ts\0",
    [
      { path: "a.ts", added: 1, deleted: 0 },
      { path: "new.ts", from: "old.ts", added: 2, deleted: 1 },
      { path: "z.ts", added: 0, deleted: 1 },
    ],
  ],
  // A name that looks like a count belongs to its rename.
  ["0\t0\t\x001\t1\tx\0y\0", [{ path: "y", from: "1\t1\tx", added: 0, deleted: 0 }]],
] as const)("%j is read", ([printed, files]) => {
  expect(readCounts(printed)).toEqual(files);
});
