import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyReader, headEnd, parseHead } from "./http-answer.ts";

const chunked = parseHead("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: b: c\r\n\r\n");

test("a head is a status and headers of any case", () => {
  expect(chunked).toEqual({
    status: 200,
    headers: new Map([
      ["transfer-encoding", "chunked"],
      ["x-a", "b: c"],
    ]),
  });
  expect(() => parseHead("SSH-2.0-OpenSSH")).toThrow("the answer is not HTTP: SSH-2.0-OpenSSH");
  expect([headEnd(Buffer.from("HTTP/1.1 2")), headEnd(Buffer.from("a\r\n\r\nbody"))]).toEqual([null, 5]);
});

test("a body in chunks is the same however the connection cuts it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", minLength: 1 })),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (texts, cuts) => {
        const wire = Buffer.concat([
          ...texts.map((text) => Buffer.from(`${Buffer.byteLength(text).toString(16)};x=1\r\n${text}\r\n`)),
          Buffer.from("0\r\n\r\n"),
        ]);
        const reader = bodyReader(chunked);
        const got: Buffer[] = [];
        for (let at = 0; at < wire.length;) {
          const size = cuts.next().value ?? 1;
          got.push(...reader.take(wire.subarray(at, at + size)));
          at += size;
        }
        expect(Buffer.concat(got).toString()).toBe(texts.join(""));
        expect(reader.isWhole()).toBe(true);
      },
    ),
  );
});

test("a body that ends too early is not taken for whole", () => {
  const half = bodyReader(parseHead("HTTP/1.1 200 OK\r\nContent-Length: 4"));
  expect(half.take(Buffer.from("ab")).join("")).toBe("ab");
  expect(() => half.end()).toThrow("in the middle of the answer");
  const cut = bodyReader(chunked);
  cut.take(Buffer.from("5\r\nab"));
  expect(() => cut.end()).toThrow("in the middle of the answer");
  expect(bodyReader(parseHead("HTTP/1.1 204 No Content")).isWhole()).toBe(true);
});
