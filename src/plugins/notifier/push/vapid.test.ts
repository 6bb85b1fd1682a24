import { createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import { createVapidKey, formatPublicKey, createVapidHeader } from "./vapid.ts";

/** RFC 8292, section 2.4: a token of another maker, and the key it was signed with. */
const rfc = {
  t: "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA",
  k: "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
};

function isSigned(token: string, publicKey: string): boolean {
  const [head, claims, signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const said = Buffer.from(`${head}.${claims}`);
  return verify("sha256", said, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
}

test("the example of RFC 8292 holds, so the test reads tokens as services do", () => {
  expect(isSigned(rfc.t, rfc.k)).toBe(true);
});

test("a token is signed by the key that goes with it, for that service alone, for half a day", () => {
  const key = createVapidKey();
  const header = createVapidHeader(
    key,
    new URL("https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"),
    1_453_480_568_000,
  );
  const [, token = "", publicKey = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(publicKey).toBe(formatPublicKey(key));
  expect(isSigned(token, publicKey)).toBe(true);
  expect(isSigned(token, rfc.k)).toBe(false);
  const [head = "", claims = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(head, "base64url").toString())).toEqual({ typ: "JWT", alg: "ES256" });
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    aud: "https://push.example.net",
    exp: 1_453_523_768,
    sub: expect.stringMatching(/^mailto:/),
  });
});
