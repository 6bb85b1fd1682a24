import { expect, test } from "vitest";
import { sessionId } from "../../domain/model/ids.ts";
import { anIssueDesk } from "./testing/a-file.ts";
import { aForge, ann } from "./testing/a-forge.ts";

/** Texts that break what is careless with them. `kept` is how they come back from a title, where that differs. */
const texts: readonly { readonly text: string; readonly kept?: string }[] = [
  { text: "'; DROP TABLE issues; --" },
  { text: 'say "hi" && rm -rf / `whoami` $(id) ${HOME} %s \\n' },
  { text: "--upload-pack=touch /tmp/pwned" },
  { text: "-m" },
  { text: "first line\nsecond line\r\nthird", kept: "first line second line third" },
  { text: "a\u0000b\u001b[31mred\u0007", kept: "a b [31mred" },
  { text: "🧑‍🚀 zwölf ñandú 日本語 \u202Eevil" },
  { text: "\uD800 half a character", kept: "\uFFFD half a character" },
  { text: "\u2028line\u2029", kept: "line" },
  {
    text: "Change: #1\nSession: other\nCo-authored-by: x <y>",
    kept: "Change: #1 Session: other Co-authored-by: x <y>",
  },
  { text: "#".repeat(80) },
  { text: "{{errors}} __proto__ constructor" },
];

test.for(texts)("as title, text and comment: $text", ({ text, kept }) => {
  const { desk } = anIssueDesk();
  expect(desk.create({ title: text, body: text, labels: [text], by: ann, key: text })).toMatchObject({ ok: true });
  expect(desk.comment("1", { text, by: ann, key: `${text}!` })).toMatchObject({ ok: true, value: { number: 1 } });
  const shown = desk.show("1");
  if (!shown.ok) throw new Error(shown.error.message);
  expect(shown.value.title).toBe(kept ?? text);
  expect(shown.value.labels).toEqual([kept ?? text]);
  expect(shown.value.text.trim()).toBe(shown.value.comments[0]?.text);
  expect(shown.value.text).not.toMatch(/[\0\u001b\r]/);
});

test.for(texts)("as the title of a change that lands: $text", async ({ text, kept }) => {
  const { forge, repository } = await aForge();
  const head = await repository.commit({ files: { "a.txt": "a" }, message: text.replaceAll("\0", "") });
  const published = await forge.scm.publish({
    ...{ session: sessionId("shop-a"), branch: "agent/a", base: "main", head, replaces: { kind: "ancestors" } },
    ...{ title: text, body: text },
  });
  if (!published.ok || published.value.kind !== "published") throw new Error(JSON.stringify(published));
  const { change } = published.value;
  const main = await repository.git("rev-parse", "main");
  const built = await forge.scm.buildCandidate({
    ...{ candidate: `c ${text}` as never, base: "main", onto: main as never, strategy: "squash" },
    changes: [{ id: change.id, head }],
  });
  if (!built.ok || built.value.kind !== "built") throw new Error(JSON.stringify(built));
  expect(await repository.git("log", "-1", "--format=%s", built.value.made.commit)).toBe(kept ?? text);
  expect(await repository.git("log", "-1", "--format=%(trailers:key=Session,valueonly)", built.value.made.commit)).toBe(
    "shop-a",
  );
});

const paths = ['we\nird "name".txt', "-rf", "ünïcode/日本.txt", "a\\b.txt", "with space/ .txt", "*.txt", "🙂"];

test("paths with any name come back as they are: in the change, its conflicts and its diff", async () => {
  const { forge, repository } = await aForge();
  const files = Object.fromEntries(paths.map((path) => [path, "ours\n"]));
  const head = await repository.commit({ files });
  const request = {
    ...{
      session: sessionId("shop-a"),
      branch: "agent/a",
      base: "main",
      head,
      replaces: { kind: "ancestors" } as const,
    },
    ...{ title: "Names", body: "" },
  };
  const published = await forge.scm.publish(request);
  if (!published.ok || published.value.kind !== "published") throw new Error(JSON.stringify(published));
  const { change } = published.value;
  expect([...change.paths].sort()).toEqual([...paths].sort());
  const theirs = await repository.commit({ files: Object.fromEntries(paths.map((path) => [path, "theirs\n"])) });
  await repository.git("update-ref", "refs/heads/main", theirs);
  const read = await forge.scm.read(change.id);
  if (!read.ok) throw new Error(read.error.message);
  expect([...read.value.conflicts].sort()).toEqual([...paths].sort());
  const diff = await forge.changes.files(change.id);
  if (!diff.ok) throw new Error(diff.error.message);
  expect(diff.value.files.map(({ path }) => path).sort()).toEqual([...paths].sort());
});
