import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testIo } from "../testing/test-io.ts";
import { runPaged } from "./pager.ts";

function aPager() {
  const folder = mkdtempSync(join(tmpdir(), "ao-pager-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, "my-pager");
  const seen = join(folder, "seen");
  writeFileSync(program, `#!/bin/sh\n{ echo "$LESS $1"; cat; } > ${seen}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8" };
  return { folder, program, env, seen: () => readFileSync(seen, "utf8") };
}

const say = async (io: { print: (text: string) => void; write: (text: string) => void }): Promise<void> => {
  io.print("one");
  io.write("two\n");
};

test("a terminal gets the answer through the pager that git would take", async () => {
  const { folder, program, env, seen } = aPager();
  const io = testIo({ width: 80, cwd: folder, env: { ...env, GIT_PAGER: `'${program}' -x`, PAGER: "cat" } });
  await runPaged(io, true, say);
  expect([seen(), io.stdout()]).toEqual(["FRX -x\none\ntwo\n", ""]);
});

test.each([
  ["a pipe", { width: null, isWanted: true, env: {} }],
  ["--no-pager", { width: 80, isWanted: false, env: {} }],
  ["an empty GIT_PAGER", { width: 80, isWanted: true, env: { GIT_PAGER: "" } }],
  ["cat", { width: 80, isWanted: true, env: { GIT_PAGER: "cat" } }],
  ["a pager that is not there", { width: 80, isWanted: true, env: { GIT_PAGER: "no-such-pager" } }],
])("%s gets it as it is", async (_, { width, isWanted, env: own }) => {
  const { folder, program, env } = aPager();
  const io = testIo({ width, cwd: folder, env: { ...env, PAGER: program, ...own } });
  await runPaged(io, isWanted, say);
  expect(io.stdout()).toBe("one\ntwo\n");
});
