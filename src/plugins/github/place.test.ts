import { expect, test } from "vitest";
import { parseGithubPlace } from "./place.ts";

test.for<[repo: string, url: string | null, api: string, cloneUrl: string]>([
  ["acme/shop", null, "https://api.github.com/", "https://github.com/acme/shop.git"],
  ["git@github.com:acme/shop.git", null, "https://api.github.com/", "https://github.com/acme/shop.git"],
  ["ssh://git@ssh.github.com:443/acme/shop.git", null, "https://api.github.com/", "https://github.com/acme/shop.git"],
  ["git@ssh.github.com:acme/shop.git", null, "https://api.github.com/", "https://github.com/acme/shop.git"],
  ["https://octo.ghe.com/acme/shop", null, "https://api.octo.ghe.com/", "https://octo.ghe.com/acme/shop.git"],
  ["git@octo.ghe.com:acme/shop.git", null, "https://api.octo.ghe.com/", "https://octo.ghe.com/acme/shop.git"],
  ["acme/shop", "https://api.octo.ghe.com", "https://api.octo.ghe.com/", "https://octo.ghe.com/acme/shop.git"],
  ["acme/shop", "https://ghe.example.com", "https://ghe.example.com/api/v3/", "https://ghe.example.com/acme/shop.git"],
  ["acme/shop", "https://ghe.com", "https://ghe.com/api/v3/", "https://ghe.com/acme/shop.git"],
])("%s at %s has its interface at %s", ([repo, url, api, cloneUrl]) => {
  const place = parseGithubPlace(repo, url);
  expect([place?.api.href, place?.cloneUrl]).toEqual([api, cloneUrl]);
  const graphql = place === null ? "" : new URL(place.graphql, place.api).href;
  expect(graphql).toBe(api.endsWith("/api/v3/") ? api.replace("/v3/", "/graphql") : `${api}graphql`);
});
