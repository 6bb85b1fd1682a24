/** A tool that nobody is logged in to, on a real daemon. */
import { expect, test } from "vitest";
import { aScene } from "./scene.ts";
import type { AgentUnderTest } from "./under-test.ts";

/** `key`: the variable without which it is not logged in. `fix`: what a person is told to type. */
export type Login = { readonly key: string; readonly fix: string };

export function describeLoggedOut(subject: AgentUnderTest, { key, fix }: Login): void {
  test(`${subject.name}: not logged in, it takes one turn, and a person is told \`${fix}\``, async () => {
    const env = (url: string) => {
      const { [key]: _, ...others } = subject.env(url);
      return others;
    };
    const { stage } = await aScene({ ...subject, env });
    const id = await stage.begin("logged-out", "@say Never said.");
    const told = await stage.until(id, "is told", ({ attention }) => attention.column === "needs_you");
    expect(told.attention.why).toContain(fix);
    expect([told.turn, told.turns]).toEqual([null, 1]);
  }, 300_000);
}
