import { expect, test } from "vitest";
import { aSmallDisk, canMount, fill } from "../../../test/fixtures/small-disk.ts";
import { addDiskReason, describeStderr } from "./git-run.ts";

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

test.skipIf(!canMount)(
  "a ref that could not be written to a full disk gets the reason that git does not tell",
  async () => {
    const disk = aSmallDisk(64);
    const stderr = `fatal: cannot update ref 'refs/heads/a': couldn't write '${disk}/a.lock'\n`;
    expect(await addDiskReason(stderr)).toBe(stderr);
    fill(disk, 0);
    expect(describeStderr(await addDiskReason(stderr))).toBe(
      `no space left on device (cannot update ref 'refs/heads/a': couldn't write '${disk}/a.lock')`,
    );
  },
);
