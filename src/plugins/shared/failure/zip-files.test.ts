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

test("files are read as others have packed them", () => {
  const archive = Buffer.from(byOthers, "base64");
  expect(zipTexts(archive, isXml, 1_000)).toEqual(["<testsuite/>", "<testsuites></testsuites>"]);
  expect(zipTexts(archive, () => true, 1_000)).toContain("no");
});

test("no more is unpacked than there is room for, whatever the archive says of its sizes", () => {
  const large = zipOf({ "a.xml": "a".repeat(1_000_000), "b.xml": "b" });
  expect(zipTexts(large, isXml, 1_000)).toEqual(["b"]);
  const liar = Buffer.from(large);
  const listed = liar.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  liar.writeUInt32LE(10, listed + 24);
  expect(zipTexts(liar, isXml, 1_000)).toBeNull();
});

test("what is no archive, or cut off, is none", () => {
  const whole = zipOf({ "a.xml": "a" });
  for (const bytes of [Buffer.alloc(0), Buffer.from("<html>"), whole.subarray(0, -1), whole.subarray(20)])
    expect(zipTexts(bytes, isXml, 1_000)).toBeNull();
});
