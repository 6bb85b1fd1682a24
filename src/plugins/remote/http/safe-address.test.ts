import { expect, test } from "vitest";
import { trackerOptions } from "../../../../test/fakes/tracker-options.ts";
import { pluginsWith } from "../../find-plugin.ts";
import { explainUnsafeAddress } from "./safe-address.ts";

test.for<[url: string, isSafe: boolean]>([
  ["https://git.example.com/", true],
  ["http://127.0.0.1:3000/", true],
  ["http://127.1.2.3/", true],
  ["http://localhost:8080/api/", true],
  ["http://[::1]:8080/", true],
  ["http://git.localhost/", true],
  ["http://git.example.com/", false],
  ["http://10.0.0.7/", false],
  ["http://localhost.example.com/", false],
  ["http://127.0.0.1.example.com/", false],
  ["ftp://git.example.com/", false],
])("may a token go to %s? %s", ([url, isSafe]) => {
  expect(explainUnsafeAddress(new URL(url)) === null).toBe(isSafe);
});

test.for(pluginsWith("tracker").map(({ plugin, part }) => [plugin.name, part] as const))(
  "%s is not used over plain http",
  ([, make]) => {
    const settings = { url: "http://tracker.example.com", token: "t", teamId: "ENG", projectKey: "ENG" };
    const made = make(trackerOptions(settings, { repo: "group/name" }));
    expect(made).toMatchObject({ ok: false, why: expect.stringContaining("write https://") });
  },
);
