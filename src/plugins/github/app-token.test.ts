import { createVerify, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { createAppTokens } from "./app-token.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const HOUR_MS = 3_600_000;

function anApp(answer: (n: number) => Response) {
  const keyFile = join(aFolder(), "key.pem");
  writeFileSync(keyFile, privateKey.export({ type: "pkcs1", format: "pem" }));
  const time = { ms: Date.UTC(2026, 0, 5) };
  const asked: { readonly url: string; readonly authorization: string }[] = [];
  const tokens = createAppTokens({
    app: { id: "7", installation: "42", keyFile },
    api: new URL("https://ghe.example.test/api/v3/"),
    wallMs: () => time.ms,
    fetch: async (url, init) => {
      asked.push({ url: url.href, authorization: new Headers(init.headers).get("authorization") ?? "" });
      return answer(asked.length);
    },
  });
  return { tokens, asked, time };
}

const given = (token: string, untilMs: number) => Response.json({ token, expires_at: new Date(untilMs).toISOString() });

test("a token is asked for with a signed proof, kept for its hour, and renewed before it ends", async () => {
  const begin = Date.UTC(2026, 0, 5);
  const { tokens, asked, time } = anApp((n) => given(`token-${n}`, begin + n * HOUR_MS));
  expect(await Promise.all([tokens.token(), tokens.token()])).toMatchObject([
    { value: "token-1" },
    { value: "token-1" },
  ]);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.url).toBe("https://ghe.example.test/api/v3/app/installations/42/access_tokens");
  const [head = "", body = "", signature = ""] = asked[0]?.authorization.replace("Bearer ", "").split(".") ?? [];
  const isGenuine = createVerify("RSA-SHA256").update(`${head}.${body}`).verify(publicKey, signature, "base64url");
  expect([isGenuine, JSON.parse(Buffer.from(body, "base64url").toString())]).toMatchObject([true, { iss: "7" }]);
  time.ms += HOUR_MS - 6 * 60_000;
  expect(await tokens.token()).toMatchObject({ value: "token-1" });
  time.ms += 2 * 60_000;
  expect(await tokens.token()).toMatchObject({ value: "token-2" });
});

test("a token that GitHub no longer takes is not held for the rest of its hour", async () => {
  const { tokens } = anApp((n) => given(`token-${n}`, Date.UTC(2026, 0, 5) + HOUR_MS));
  expect(await tokens.token()).toMatchObject({ value: "token-1" });
  tokens.refused();
  expect(await tokens.token()).toMatchObject({ value: "token-2" });
});

test("a refusal says what to look at; a failure is asked again", async () => {
  const refused = anApp(() => new Response("{}", { status: 401 }));
  expect(await refused.tokens.token()).toMatchObject({
    error: { code: "rate_limited", message: expect.stringContaining("its id, installation and key") },
  });
  const down = anApp((n) => (n === 1 ? new Response("", { status: 502 }) : given("t", Date.UTC(2027, 0, 1))));
  expect(await down.tokens.token()).toMatchObject({ error: { code: "unavailable" } });
  expect(await down.tokens.token()).toMatchObject({ value: "t" });
});

test("a refusal for another reason says GitHub's own", async () => {
  const said = "This installation has been suspended";
  const { tokens } = anApp(() => Response.json({ message: said }, { status: 403 }));
  const refused = await tokens.token();
  expect(refused).toMatchObject({ error: { code: "rate_limited", message: expect.stringContaining(`403: ${said}.`) } });
  expect(refused.ok ? "" : refused.error.message).not.toContain("key");
});
