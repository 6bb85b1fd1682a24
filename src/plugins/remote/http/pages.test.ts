import { expect, test } from "vitest";
import { createListReader } from "./pages.ts";
import type { RemoteRequest } from "./remote.ts";
import { failRemote } from "./remote-result.ts";

/** A list of so many numbers, of which pages above `sizeMax` take too long from the given page on. */
function aList(count: number, sizeMax: number, fromPage = 1) {
  const asked: string[] = [];
  const ask = async ({ path, query }: RemoteRequest) => {
    const url = new URL(path, "http://x");
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const size = Number(url.searchParams.get("per_page"));
    const page = Number(url.searchParams.get("page") ?? 1);
    asked.push(`${page} of ${size}`);
    if (size > sizeMax && page >= fromPage) return failRemote("unavailable", "too slow", { status: 504 });
    const body = Array.from({ length: count }, (_, n) => n).slice((page - 1) * size, page * size);
    url.searchParams.set("page", String(page + 1));
    const headers = new Headers(page * size < count ? { link: `<${url.href}>; rel="next"` } : {});
    return { ok: true as const, value: { status: 200, body, headers, isUnchanged: false, isMoved: false } };
  };
  return { read: createListReader({ name: "GitLab", ask }, () => 0), asked };
}

test("a page further on that takes too long makes the list be read anew in smaller ones, each entry once", async () => {
  const { read, asked } = aList(230, 50, 2);
  const pages = await read({ path: "list" }, 3);
  expect(pages).toMatchObject({ value: { isCut: false } });
  expect(pages.ok && pages.value.items).toEqual(Array.from({ length: 230 }, (_, n) => n));
  expect(asked.slice(0, 3)).toEqual(["1 of 100", "2 of 100", "1 of 50"]);
});

test("two lists of a kind that are too much at the same time make their pages smaller once", async () => {
  const { read, asked } = aList(1, 50);
  await Promise.all([read({ path: "list" }, 3), read({ path: "list" }, 3)]);
  await read({ path: "list" }, 3);
  expect(asked).toEqual(["1 of 100", "1 of 100", "1 of 50", "1 of 50", "1 of 50"]);
});

test.for<[count: number, isCut: boolean]>([
  [300, false],
  [301, true],
])("of %i entries as many are read in smaller pages as in large ones (more than that: %s)", async ([count, isCut]) => {
  const { read } = aList(count, 50);
  const pages = await read({ path: "list" }, 3);
  expect(pages).toMatchObject({ value: { isCut } });
  expect(pages.ok && pages.value.items).toHaveLength(300);
});
