/** What emulate's own REST interface is asked by those around the story: its people, its CI, and the mirror of git. */
import * as z from "zod";

export type EmulatedApi = {
  /** Below the repository. Anything but a good answer throws. */
  readonly as: (user: string, method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly with: (token: string, method: string, path: string, body?: unknown) => Promise<unknown>;
  readonly raw: (path: string, init: RequestInit) => Promise<Response>;
  readonly headOfCheck: (id: number) => Promise<string>;
};

export function emulatedApi(url: string): EmulatedApi {
  const raw: EmulatedApi["raw"] = (path, init) => fetch(`${url}${path}`, init);
  const withToken: EmulatedApi["with"] = async (token, method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await raw(`/repos/acme/shop/${path}`, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`emulate answered ${method} ${path} with ${response.status}: ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const as: EmulatedApi["as"] = (user, ...rest) => withToken(`${user}_token`, ...rest);
  return {
    ...{ raw, as, with: withToken },
    headOfCheck: async (id) =>
      z.object({ head_sha: z.string() }).parse(await as("acme", "GET", `check-runs/${id}`)).head_sha,
  };
}
