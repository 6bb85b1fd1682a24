/** Whatever is sent, the daemon answers with a sentence and a status that blames the right side: never a failure of its own. */
import fc from "fast-check";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk, type HttpAsked } from "../../../test/fixtures/http-ask.ts";
import { aSession } from "../../../test/fixtures/domain.ts";
import { anApiOnForge } from "../../../test/fixtures/forge-api.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { paths, type RouteName } from "../../protocol/paths.ts";
import { routes } from "../../protocol/routes.ts";
import type { Store } from "../../store/open.ts";

const withSession = { facts: (store: Store) => store.sessions.save(aSession(), { wants: null, dueMs: null }) };

/** Exactly these bytes; the status of the answer, 0 when the connection was cut. */
function ask(rig: ApiRig, head: readonly string[], body = ""): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(rig.port, "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (piece: string) => (text += piece));
    socket.once("error", reject).once("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
    socket.write(`${[...head, "Connection: close"].join("\r\n")}\r\n\r\n${body}`, "latin1");
  });
}

const to = (rig: ApiRig, line: string, ...more: readonly string[]): readonly string[] => [
  `${line} HTTP/1.1`,
  `Host: 127.0.0.1:${rig.port}`,
  `Authorization: Bearer ${rig.token}`,
  ...more,
];

test.for([
  ...["/%00.html", "/%ff.js", "/%c0%ae%c0%ae/x.js", "/..%2f..%2fetc/passwd.html", "/assets/%2e%2e/x.js", "/a.js/b.js"],
  ...[`/${"x".repeat(9_000)}.js`, `/${"x/".repeat(3_000)}a.html`, "/index.html%00", "/.hidden.js", "/assets/.js"],
  ...["/index.html/", "/%", "/%E0%A4%A.css", "//etc/passwd.json", "/\\..\\x.json", "/a;b=c.js", "/con.js?%00"],
])("GET %s is answered without a failure", async (path) => {
  const rig = await anApi();
  expect([200, 400, 404]).toContain(await ask(rig, to(rig, `GET ${path}`)));
});

test.for([
  ["Host: 127.0.0.1"],
  ["Authorization: Bearer x"],
  ["Idempotency-Key: a", "Idempotency-Key: b"],
  ["Origin: http://127.0.0.1:1", "Origin: http://127.0.0.1:2"],
  ["Content-Type: application/json", "Content-Type: text/plain"],
  Array.from({ length: 120 }, (_, n) => `X-H${n}: 1`),
])("%j is refused", async (headers) => {
  const rig = await anApi();
  expect(await ask(rig, to(rig, "POST /api/tickets", ...headers))).toBe(400);
});

test("a parameter that is given twice is refused on every route, before anything is done", async () => {
  const rig = await anApi(withSession);
  for (const [name, [method, path]] of Object.entries(paths)) {
    if (name === "health") continue;
    const asked = `${path.replaceAll(/:\w+/g, "app-7")}?session=app-7&session=app-8`;
    const headers = { authorization: `Bearer ${rig.token}`, "content-type": "application/json" };
    const body = method === "POST" || method === "PATCH" ? { body: "{}" } : {};
    const answer = await httpAsk(rig.port, { method, path: asked, headers, ...body });
    expect([name, answer.status, answer.text]).toEqual([
      name,
      400,
      expect.stringContaining("`session` is given twice"),
    ]);
  }
});

/** The same requests in every run; `AO_FUZZ_SEED=N` tries others. */
const seed = { seed: Number(process.env["AO_FUZZ_SEED"] ?? "7") };

/** They end the daemon or wait for what never comes; what they take is checked before. */
const LEFT_OUT: readonly string[] = ["stopDaemon", "message"];
const names = Object.keys(paths).filter((name): name is RouteName => !LEFT_OUT.includes(name));

const odd = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "app-7",
    "app",
    "1",
    "-1",
    "1e999",
    "__proto__",
    "..",
    "%00",
    "\u0000",
    "\ud800",
    "👾",
    "#7",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 300 }),
);
const part = odd.map((text) => encodeURIComponent(text.toWellFormed()) || "x");
const oddJson = fc.oneof(fc.jsonValue({ maxDepth: 4 }), odd);

/** Keys that the route knows, with values that it does not expect. */
const bodyOf = (name: RouteName) => {
  const known = Object.keys(routes[name].input.shape);
  const keys = known.length === 0 ? odd : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 9 }, odd);
  return fc.dictionary(keys, oddJson, { maxKeys: 5 });
};

const request: fc.Arbitrary<HttpAsked> = fc.constantFrom(...names).chain((name) => {
  const [method, path] = paths[name];
  const params = path.split("/").filter((piece) => piece.startsWith(":"));
  return fc.record({ parts: fc.tuple(...params.map(() => part)), given: bodyOf(name), whole: oddJson }).map((made) => {
    const at = params.reduce((sum, param, n) => sum.replace(param, made.parts[n] ?? "x"), path as string);
    const query = Object.entries(made.given).map(([key, value]) => `${key}=${String(value)}`);
    const text = Object.keys(made.given).length === 0 ? made.whole : made.given;
    const hasBody = method === "POST" || method === "PATCH";
    const search = hasBody || query.length === 0 ? "" : `?${new URLSearchParams(query.join("&")).toString()}`;
    return { method, path: `${at}${search}`, ...(hasBody ? { body: JSON.stringify(text) } : {}) };
  });
});

test.for([
  ["scripted plugins", () => anApi(withSession)],
  ["the local forge", async () => (await anApiOnForge({ rules: aRules({ autoAssign: false }) })).rig],
] as const)("odd paths, queries and bodies fail nowhere, with %s", { timeout: 180_000 }, async ([, make]) => {
  const rig = await make();
  const headers = { authorization: `Bearer ${rig.token}`, "content-type": "application/json" };
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const { status, text } = await httpAsk(rig.port, { ...asked, headers });
      expect(status, `${asked.method} ${asked.path} ${asked.body}: ${text}`).toBeLessThan(500);
    }),
    { numRuns: 400, endOnFailure: true, ...seed },
  );
  expect(rig.complaints).toEqual([]);
});
