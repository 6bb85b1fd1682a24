import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openOutRing } from "./out-ring.ts";

const folder = mkdtempSync(join(tmpdir(), "ao-ring-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("what fits is kept as it came", () => {
  const file = join(folder, "small");
  const ring = openOutRing(file, 1_000);
  ring.append(Buffer.from("one "));
  ring.append(Buffer.from([0xff, 0x00]));
  ring.close();
  expect(readFileSync(file)).toEqual(Buffer.from([...Buffer.from("one "), 0xff, 0x00]));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("beyond its size the end is kept, behind a line that tells exactly how much is not", () => {
  const file = join(folder, "large");
  const ring = openOutRing(file, 1_000);
  const pieces = Array.from({ length: 5_000 }, (_, n) => `${n} `);
  for (const piece of pieces) ring.append(Buffer.from(piece));
  ring.close();
  const [gap = "", kept = ""] = readFileSync(file, "utf8").split("\r\n");
  const all = pieces.join("");
  expect(statSync(file).size).toBeLessThan(1_100);
  expect(all.endsWith(kept)).toBe(true);
  expect(gap).toBe(`[ao: ${all.length - kept.length} bytes of older output are not kept]`);
});

test("what was there before is gone on with", () => {
  const file = join(folder, "again");
  writeFileSync(file, "before ");
  const ring = openOutRing(file);
  ring.append(Buffer.from("after"));
  ring.close();
  expect(readFileSync(file, "utf8")).toBe("before after");
});

test("a disk without room for a turn is asked again only now and then, and nothing is left lying there", () => {
  const file = join(folder, "full");
  const ring = openOutRing(file, 6_400);
  ring.append(Buffer.alloc(6_401, "a"));
  symlinkSync("/dev/full", `${file}.new`);
  ring.append(Buffer.from("lost"));
  expect(existsSync(`${file}.new`)).toBe(false);
  ring.append(Buffer.alloc(90, "b"));
  expect(statSync(file).size).toBe(6_401);
  ring.append(Buffer.alloc(10, "c"));
  ring.append(Buffer.from("kept"));
  ring.close();
  expect(readFileSync(file, "utf8")).toMatch(
    /^\[ao: 3201 bytes of older output are not kept\]\r\na{3200}\[ao: 104 bytes could not be written here\]\r\nkept$/,
  );
});

test("a disk that takes nothing does not end the screen", () => {
  // Every write to this device fails as on a full disk.
  const ring = openOutRing("/dev/full");
  expect(() => ring.append(Buffer.from("lost"))).not.toThrow();
  ring.close();
});
