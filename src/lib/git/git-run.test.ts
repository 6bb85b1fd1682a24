import { expect, test } from "vitest";
import { describeStderr } from "./git-run.ts";

test.for([
  {
    stderr:
      "error: unable to create temporary file: No space left on device\nfatal: cannot update ref 'refs/ao/base/app-one'\n",
    expected: "no space left on device (cannot update ref 'refs/ao/base/app-one')",
  },
  {
    stderr: "fatal: could not open '/home/ann/app/.git/HEAD' for writing: Permission denied\n",
    expected: "permission denied (could not open '/home/ann/app/.git/HEAD' for writing)",
  },
  { stderr: "hint: wait\nfatal: not a valid object name main\n", expected: "not a valid object name main" },
  { stderr: "", expected: "it gave no reason" },
])("what git printed becomes '$expected', the system's own reason first", ({ stderr, expected }) => {
  expect(describeStderr(stderr)).toBe(expected);
});
