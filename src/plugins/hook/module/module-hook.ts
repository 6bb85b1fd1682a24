/** A module of the person's: its default export is called with the moment, and may answer `{ veto: "reason" }`. */
import { pathToFileURL } from "node:url";
import type { HookAnswer, HookName, HookPlugin } from "../../../slots/hook.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";

export type ModuleHookOptions = {
  readonly moment: HookName;
  readonly file: string;
};

export function createModuleHook({ moment, file }: ModuleHookOptions): HookPlugin {
  return {
    name: file,
    run: async (call) => {
      if (call.hook !== moment) return ok({ kind: "go_on" });
      try {
        const loaded: unknown = await import(pathToFileURL(file).href);
        const hook = findDefaultExport(loaded);
        if (hook === null) return failed("refused", `${file} has no function as its default export`);
        return ok(toHookAnswer(await hook(call)));
      } catch (error) {
        return reportLoadFailure(file, error);
      }
    },
  };
}

type Hook = (...args: readonly unknown[]) => unknown;

function findDefaultExport(loaded: unknown): Hook | null {
  if (typeof loaded !== "object" || loaded === null || !("default" in loaded)) return null;
  const { default: hook } = loaded;
  return typeof hook === "function" ? (...args): unknown => Reflect.apply(hook, undefined, args) : null;
}

function toHookAnswer(said: unknown): HookAnswer {
  if (typeof said !== "object" || said === null || !("veto" in said)) return { kind: "go_on" };
  return { kind: "veto", reason: String(said.veto) };
}

function reportLoadFailure(file: string, error: unknown): SlotResult<never> {
  return failed("refused", `${file} failed: ${error instanceof Error ? error.message : String(error)}`);
}
