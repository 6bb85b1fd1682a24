import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { createRedactor, createValueRedactor } from "./redact.ts";

describe("redactor", () => {
  test.each([createRedactor, createValueRedactor])(
    "a known value goes, also encoded for a URL, for JSON and in base64",
    (made) => {
      const secret = 'p@ss "word"/42';
      const redact = made([secret]);
      const encoded = [
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret),
        Buffer.from(secret).toString("base64"),
      ];
      for (const text of encoded)
        expect(redact(`before ${text} after`)).not.toContain(text.replaceAll(/^"|"$|=+$/g, ""));
    },
  );

  test("of values alone nothing else goes, and without any nothing at all", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(createValueRedactor(["secret-1"])(`secret-1 ${token}`)).toBe(`[redacted] ${token}`);
    expect(createValueRedactor([])("as it is")).toBe("as it is");
  });

  test.each([
    ["an agent's own token", `aosession.app-fix.it-2.${"a1B-".repeat(10)}abc`],
    ["a GitHub token", `ghp_${"a1B2".repeat(9)}`],
    ["a fine-grained GitHub token", `github_pat_${"a1B2_".repeat(9)}`],
    ["a provider key", `sk-ant-${"a1B2".repeat(9)}`],
    ["a Slack token", "xoxb-123456789012-abcdef"],
    ["an access key", "AKIAABCDEFGHIJKLMNOP"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----"],
  ])("%s is known by its form", (_name, secret) => {
    expect(createRedactor([])(`x ${secret} y`)).toBe("x [redacted] y");
  });

  test("in a line of JSON a token goes also after an escape, and no field with it", () => {
    const line = JSON.stringify({
      at: "http://localhost:8080",
      by: "bob@example.test",
      text: `x\nghp_${"a1B2".repeat(9)}`,
    });
    expect(JSON.parse(createRedactor([])(line))).toEqual({
      at: "http://localhost:8080",
      by: "bob@example.test",
      text: "x\n[redacted]",
    });
  });

  test("a password in a URL goes, the rest of the URL stays", () => {
    expect(createRedactor([])("https://me:hunter22@example.test/repo")).toBe("https://me:[redacted]@example.test/repo");
  });

  test("ordinary text stays as it is, and short values are not taken for secrets", () => {
    expect(createRedactor(["abc"])("abc fails in src/app.ts:12")).toBe("abc fails in src/app.ts:12");
  });

  test("whatever surrounds it, the known value never survives", () => {
    const redact = createRedactor(["s3cr3t-value"]);
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (before, after) => !redact(`${before}s3cr3t-value${after}`).includes("s3cr3t-value"),
      ),
    );
  });
});
