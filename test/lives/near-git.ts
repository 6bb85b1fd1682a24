/**
 * Git between the daemon and a forge without a program: both read the same objects, so that only refs have to move. It fails as the
 * network does. One seed in ten goes the long way instead, over HTTP with real pushes and fetches.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GitAnswer } from "../../src/lib/git/git-run.ts";
import type { RemoteGit } from "../../src/lib/git/remote.ts";
import { writeRef } from "../fakes/git/bare-git.ts";
import type { AFake } from "../fakes/git/elsewhere.ts";

/** Folders with objects that all of them shall see. */
export function shareObjects(folders: readonly string[]): void {
  for (const folder of folders) {
    mkdirSync(join(folder, "info"), { recursive: true });
    const others = folders.filter((other) => other !== folder);
    appendFileSync(join(folder, "info", "alternates"), `${others.join("\n")}\n`);
  }
}

const broken = (stderr: string): Extract<GitAnswer, { ok: false }> => ({
  ok: false,
  error: { kind: "failed", message: "git did not reach the forge.", exitCode: 128, stderr },
});

/** `fires`: does the network fail now? Before it was done, or after. */
export function nearGit(fakeOf: () => AFake, fires: (kind: "before" | "after") => boolean): RemoteGit {
  const answered = async <T>(work: () => Promise<GitAnswer<T>>): Promise<GitAnswer<T>> => {
    if (fires("before")) return broken("The requested URL returned error: 502");
    const answer = await work();
    return answer.ok && fires("after") ? broken("the remote end hung up unexpectedly") : answer;
  };
  return {
    list: (_own, _place, refs) =>
      answered(async () => {
        const all = fakeOf().world.bare.refs();
        return { ok: true, value: new Map([...all].filter(([ref]) => refs.includes(ref))) };
      }),
    fetch: (own, _place, refspecs) =>
      answered<null>(async () => {
        for (const refspec of refspecs) {
          const [commit = "", pin = ""] = refspec.replace("+", "").split(":");
          if (fakeOf().world.bare.objects.read(commit) === null) return broken("not our ref");
          writeRef(own.gitDir, pin, commit);
        }
        return { ok: true, value: null };
      }),
    push: (_own, _place, { refspecs, expect }) =>
      answered<null>(async () => {
        const { world } = fakeOf();
        const before = world.bare.refs();
        if (expect.some(({ ref, from = null }) => (before.get(ref) ?? null) !== from)) return broken("stale info");
        for (const refspec of refspecs) {
          const [commit = "", ref = ""] = refspec.split(":");
          writeRef(world.bare.path, ref, commit === "" ? null : commit);
        }
        await world.afterPush(before);
        return { ok: true, value: null };
      }),
  };
}
