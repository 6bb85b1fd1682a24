/** A lifecycle hook of the project: mostly agrees, may be called twice, is sometimes away. */
import type { HookAnswer, HookCall, HookPlugin } from "../../src/slots/hook.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { Scene } from "./scene.ts";

export class Hooks {
  readonly plugin: HookPlugin;
  readonly calls: HookCall[] = [];
  /** What it answers; scenarios put a veto here. */
  answer: (call: HookCall) => HookAnswer = () => ({ kind: "go_on" });

  constructor(scene: Scene) {
    this.plugin = {
      name: "world-hook",
      run: async (call) => {
        scene.ledger.count(`hook:${call.hook}`);
        this.calls.push(call);
        return scene.faults.fires("hook_failed")
          ? failed("unavailable", "the hook did not answer")
          : ok(this.answer(call));
      },
    };
  }
}
