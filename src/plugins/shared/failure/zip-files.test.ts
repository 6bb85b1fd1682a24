import fc from "fast-check";
import { expect, test } from "vitest";
import { zipOf } from "../../../../test/fakes/github/zip.ts";
import { zipTexts } from "./zip-files.ts";

const isXml = (name: string): boolean => name.endsWith(".xml");

/** Made by Python: packed and plain files, sizes behind them, a remark at the end. */
const byOthers = [
  "UEsDBBQACAAIAAAAJVwAAAAAAAAAAAAAAAAQAAAAcmVwb3J0cy91bml0LnhtbLMpSS0uKS7NLEnVtwMAUEsHCOtrhpkOAAAADAAAAFBLAwQU",
  "AAgAAAAAACVcAAAAAAAAAAAAAAAACQAAAG5vdGVzLnR4dG5vUEsHCB8oqmcCAAAAAgAAAFBLAwQUAAgAAAAAACVcAAAAAAAAAAAAAAAACQAA",
  "AHBsYWluLnhtbDx0ZXN0c3VpdGVzPjwvdGVzdHN1aXRlcz5QSwcIQwt6ZBkAAAAZAAAAUEsBAhQDFAAIAAgAAAAlXOtrhpkOAAAADAAAABAA",
  "AAAAAAAAAAAAAIABAAAAAHJlcG9ydHMvdW5pdC54bWxQSwECFAMUAAgAAAAAACVcHyiqZwIAAAACAAAACQAAAAAAAAAAAAAAgAFMAAAAbm90",
  "ZXMudHh0UEsBAhQDFAAIAAAAAAAlXEMLemQZAAAAGQAAAAkAAAAAAAAAAAAAAIABhQAAAHBsYWluLnhtbFBLBQYAAAAAAwADAKwAAADVAAAA",
  "CABhIHJlbWFyaw==",
].join("");

test("files are read as others have packed them", async () => {
  const archive = Buffer.from(byOthers, "base64");
  expect(await zipTexts(archive, isXml, 1_000)).toEqual(["<testsuite/>", "<testsuites></testsuites>"]);
  expect(await zipTexts(archive, () => true, 1_000)).toContain("no");
});

test("no more is unpacked than there is room for, whatever the archive says of its sizes", async () => {
  const large = zipOf({ "a.xml": "a".repeat(1_000_000), "b.xml": "b" });
  expect(await zipTexts(large, isXml, 1_000)).toEqual(["b"]);
  const liar = Buffer.from(large);
  const listed = liar.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  liar.writeUInt32LE(10, listed + 24);
  expect(await zipTexts(liar, isXml, 1_000)).toBeNull();
});

test("what is no archive, or cut off, is none", async () => {
  const whole = zipOf({ "a.xml": "a" });
  for (const bytes of [Buffer.alloc(0), Buffer.from("<html>"), whole.subarray(0, -1), whole.subarray(20)])
    expect(await zipTexts(bytes, isXml, 1_000)).toBeNull();
});

test("an encrypted file, or one packed in an unknown way, is left out; its neighbors are read", async () => {
  for (const [field, value] of [
    [8, 1],
    [10, 14],
  ] as const) {
    const archive = zipOf({ "a.xml": "a", "b.xml": "b" });
    archive.writeUInt16LE(value, archive.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + field);
    expect(await zipTexts(archive, isXml, 1_000)).toEqual(["b"]);
  }
});

test("a name that leads out of the archive is only a name", async () => {
  expect(await zipTexts(zipOf({ "../../a.xml": "a", "/b.xml": "b" }), isXml, 1_000)).toEqual(["a", "b"]);
});

test("whatever bytes are changed, the answer stays within its limit and nothing breaks", async () => {
  const whole = zipOf({ "a.xml": "a".repeat(5_000), "b.xml": "<b/>", "c.txt": "c" });
  const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(6_000), async (changes, bytesMax) => {
      const archive = Buffer.from(whole);
      for (const [at, byte] of changes) archive[at] = byte;
      const texts = (await zipTexts(archive, isXml, bytesMax)) ?? [];
      // A byte that is no UTF-8 becomes a letter of three.
      expect(Buffer.byteLength(texts.join(""), "utf8")).toBeLessThanOrEqual(bytesMax * 3);
    }),
    { numRuns: 500 },
  );
});
