import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { hasCode, openIfThere, readTextIfExists } from "./if-there.ts";

test("a file that is not there is no error; one that cannot be read is", async () => {
  const folder = aFolder();
  writeFileSync(join(folder, "note"), "hello\n");
  mkdirSync(join(folder, "sub"));
  expect(readTextIfExists(join(folder, "note"))).toBe("hello\n");
  expect(readTextIfExists(join(folder, "gone"))).toBe(null);
  expect(() => readTextIfExists(join(folder, "sub"))).toThrow("EISDIR");

  expect(await openIfThere(join(folder, "gone"))).toBe(null);
  const handle = await openIfThere(join(folder, "note"));
  expect(await handle?.readFile("utf8")).toBe("hello\n");
  await handle?.close();
  await expect(openIfThere(join(folder, "note", "below"))).rejects.toThrow("ENOTDIR");
});

test("only an error of the system has a code", () => {
  const gone = Object.assign(new Error("gone"), { code: "ESRCH" });
  expect(hasCode(gone, "ENOENT", "ESRCH")).toBe(true);
  expect(hasCode(gone, "ENOENT")).toBe(false);
  expect(hasCode(new Error("ENOENT"), "ENOENT")).toBe(false);
  expect(hasCode({ code: "ENOENT" }, "ENOENT")).toBe(false);
});
